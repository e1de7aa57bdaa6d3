#pragma once
// Sentences that only arbiters may read.

#include <concepts>
#include <string>
#include <string_view>

namespace adoube::umpire {

/// Converts to no other text implicitly: none of it may slip into what the public sees.
class ForArbiter {
  public:
    ForArbiter() = default;
    template<std::convertible_to<std::string> Text>
    ForArbiter(Text&& sentence)
        : sentence_(std::forward<Text>(sentence)) {} // implicit: any sentence may be told

    void operator+=(std::string_view more) { sentence_ += more; }
    const std::string& told() const { return sentence_; }
    bool contains(std::string_view part) const { return sentence_.find(part) != std::string::npos; }

  private:
    std::string sentence_;
};

} // namespace adoube::umpire
