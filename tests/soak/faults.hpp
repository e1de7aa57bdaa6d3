#pragma once
// Reports faults, one sentence each.

#include <iostream>
#include <string>

namespace adoube::soak {

class Faults {
  public:
    void tell(const std::string& sentence) {
        if (++count_ <= most_told) std::cout << "FAULT: " << sentence << std::endl;
    }
    std::size_t count() const { return count_; }

  private:
    static constexpr std::size_t most_told = 50;
    std::size_t count_ = 0;
};

} // namespace adoube::soak
