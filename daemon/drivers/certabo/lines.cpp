#include "daemon/drivers/certabo/lines.hpp"

#include <charconv>
#include <optional>

namespace adoube::drivers::certabo {
namespace {

using Result = std::expected<Message, std::string>;

constexpr std::size_t tag_size = 5, ranks = 8, squares = 64;
constexpr std::size_t longest_line = squares * tag_size * 4 + 16; // three digits and a space a number

std::size_t square_from_a8(std::size_t at) { return (7 - at / 8) * 8 + at % 8; }

/// Empty: something else is among them.
std::optional<std::vector<std::uint8_t>> numbers_of(std::string_view text) {
    std::vector<std::uint8_t> numbers;
    while (!text.empty()) {
        if (text.front() == ' ') {
            text.remove_prefix(1);
            continue;
        }
        std::uint8_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const auto length = static_cast<std::size_t>(end - text.data());
        if (error != std::errc() || (length < text.size() && text[length] != ' ')) return std::nullopt;
        numbers.push_back(number);
        text.remove_prefix(length);
    }
    return numbers;
}

Tags tags_of(std::span<const std::uint8_t> numbers) {
    Tags tags;
    for (std::size_t at = 0; at < squares; ++at)
        for (const auto byte : numbers.subspan(at * tag_size, tag_size)) {
            auto& tag = tags.squares[square_from_a8(at)];
            tag = tag << 8 | byte;
        }
    return tags;
}

Occupied occupied_of(std::span<const std::uint8_t> numbers) {
    Occupied occupied;
    for (std::size_t at = 0; at < squares; ++at)
        if ((numbers[at / 8] >> (7 - at % 8) & 1) != 0)
            occupied.squares |= std::uint64_t{1} << square_from_a8(at);
    return occupied;
}

Result read_line(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    while (line.starts_with('L') || line.starts_with('D')) line.remove_prefix(1);
    if (!line.starts_with(':')) return std::unexpected("a line that does not begin with a colon");
    const auto numbers = numbers_of(line.substr(1));
    if (!numbers) return std::unexpected("a line with something else than numbers of a byte");
    if (numbers->size() == squares * tag_size) return tags_of(*numbers);
    if (numbers->size() == ranks) return occupied_of(*numbers);
    return std::unexpected("a line of " + std::to_string(numbers->size()) + " numbers");
}

/// Between two lines, or of a board that says which lights it has.
bool says_nothing(std::string_view line) { return line.find_first_not_of("LD\r") == std::string_view::npos; }

} // namespace

std::vector<Result> Decoder::feed(std::span<const std::uint8_t> bytes) {
    std::vector<Result> results;
    for (const auto byte : bytes) {
        if (byte != '\n') {
            if (line_.size() < longest_line)
                line_ += static_cast<char>(byte);
            else
                too_long_ = true;
            continue;
        }
        if (too_long_)
            results.push_back(std::unexpected("a line that is too long"));
        else if (!says_nothing(line_))
            results.push_back(read_line(line_));
        reset();
    }
    return results;
}

} // namespace adoube::drivers::certabo
