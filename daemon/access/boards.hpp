#pragma once
// A set of boards: "1-4,7" or "all".

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::access {

class Boards {
  public:
    static constexpr int most = 100'000; // largest board number
    static constexpr std::size_t most_parts = 256;

    Boards() = default;
    static Boards all();
    /// At most `most_parts` numbers and ranges in any order, or "all". The error is one sentence.
    static std::expected<Boards, std::string> parse(std::string_view text);

    bool contains(int board) const;
    bool is_all() const { return *this == all(); }
    /// The only spelling: ascending, ranges as long as possible; or "none".
    std::string to_string() const;
    friend bool operator==(const Boards&, const Boards&) = default;

  private:
    struct Range {
        int first, last;
        friend bool operator==(const Range&, const Range&) = default;
    };
    void add(Range range);

    std::vector<Range> ranges_; // ascending, with gaps between them
};

} // namespace adoube::access
