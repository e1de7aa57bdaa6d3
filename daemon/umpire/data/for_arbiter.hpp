#pragma once
// Sentences that only arbiters may read.

#include <concepts>
#include <string>
#include <string_view>

namespace adoube::umpire {

/// A sentence for an arbiter. It becomes no other text by itself, so that none of it slips into a name, a
/// move or anything else that the public sees.
class ForArbiter {
  public:
    ForArbiter() = default;
    template<std::convertible_to<std::string> Text>
    ForArbiter(Text&& sentence)
        : sentence_(std::forward<Text>(sentence)) {} // not explicit: any sentence may be told

    void operator+=(std::string_view more) { sentence_ += more; }
    const std::string& told() const { return sentence_; }
    bool contains(std::string_view part) const { return sentence_.find(part) != std::string::npos; }

  private:
    std::string sentence_;
};

} // namespace adoube::umpire
