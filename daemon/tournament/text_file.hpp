#pragma once
// A text file whose lines can be changed while all the rest stays byte for byte: line ends (LF, CR, CRLF,
// also mixed), byte order mark, encoding. What is not UTF-8 is read as Windows-1252.

#include <string>
#include <string_view>
#include <vector>

namespace adoube::tournament {

class TextFile {
  public:
    explicit TextFile(std::string_view bytes);

    std::size_t size() const { return lines_.size(); }
    /// From 0; without its end.
    const std::u32string& line(std::size_t number) const { return lines_[number].text; }
    /// Characters that the file's encoding lacks become "?".
    void replace(std::size_t number, std::u32string text);
    /// Before line `number`, which must be there; it ends as the one before it does, or, if first, as that
    /// one.
    void insert(std::size_t number, std::u32string text);

    std::string bytes() const;
    /// As UTF-8, with LF.
    std::string utf8() const;

  private:
    struct Line {
        std::u32string text;
        std::string bytes; // with its end
        std::size_t end_size;
    };

    bool bom_ = false, utf8_ = true;
    std::vector<Line> lines_;
};

std::string to_utf8(std::u32string_view text);
std::u32string from_utf8(std::string_view bytes);

} // namespace adoube::tournament
