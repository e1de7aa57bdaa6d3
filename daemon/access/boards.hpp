#pragma once
// Which boards of a hall are meant: "1-4,7", or "all".

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::access {

class Boards {
  public:
    static constexpr int most = 100'000; // the largest number of a board

    /// None.
    Boards() = default;
    static Boards all();
    /// Numbers and ranges of them in any order, or "all". The error is one sentence.
    static std::expected<Boards, std::string> parse(std::string_view text);

    bool contains(int board) const;
    bool is_all() const { return *this == all(); }
    /// The one way to write them: ascending, ranges as long as they can be. "none" where there are none.
    std::string to_string() const;
    friend bool operator==(const Boards&, const Boards&) = default;

  private:
    struct Range {
        int first, last;
        friend bool operator==(const Range&, const Range&) = default;
    };
    void add(Range range);

    std::vector<Range> ranges_; // ascending, with a gap between each and the next
};

} // namespace adoube::access
