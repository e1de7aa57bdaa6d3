#include "daemon/tlog/checkpoint.hpp"

#include "daemon/text/base64.hpp"

#include <algorithm>
#include <charconv>

namespace adoube::tlog {
namespace {

constexpr std::size_t most_lines = 1'000'000;

} // namespace

std::optional<std::uint64_t> parse_decimal(std::string_view text) {
    std::uint64_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || at != end || std::to_string(number) != text) return std::nullopt;
    return number;
}

std::optional<Hash> parse_hash(std::string_view base64) {
    const auto bytes = text::from_base64(base64);
    Hash hash;
    if (!bytes || bytes->size() != hash.size()) return std::nullopt;
    std::ranges::copy(*bytes, hash.begin());
    return hash;
}

std::expected<Checkpoint, std::string> parse_checkpoint(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        if (lines.size() == most_lines) return std::unexpected("it has more than a million lines");
        const auto length = text.find('\n');
        if (length == std::string_view::npos) return std::unexpected("its last line is cut");
        if (length == 0) return std::unexpected("it has an empty line");
        lines.emplace_back(text.substr(0, length));
        text.remove_prefix(length + 1);
    }
    if (lines.size() < 3) return std::unexpected("it has less than three lines");
    const auto size = parse_decimal(lines[1]);
    if (!size) return std::unexpected("its second line is no number of leaves");
    const auto root = parse_hash(lines[2]);
    if (!root) return std::unexpected("its third line is no hash");
    lines.front().swap(lines[2]);
    return Checkpoint{std::move(lines[2]),
                      *size,
                      *root,
                      {std::make_move_iterator(lines.begin() + 3), std::make_move_iterator(lines.end())}};
}

std::string to_text(const Checkpoint& checkpoint) {
    auto text = checkpoint.origin + "\n" + std::to_string(checkpoint.size) + "\n" +
                text::to_base64(checkpoint.root) + "\n";
    for (const auto& line : checkpoint.extensions) text += line + "\n";
    return text;
}

std::string origin_of(std::string_view game_id) { return "adoube/game/" + std::string(game_id); }

Note signed_checkpoint(const SigningKey& key, const std::string& origin, std::uint64_t size,
                       const Hash& root) {
    auto text = to_text(Checkpoint{origin, size, root, {}});
    auto signature = sign(key, text);
    return {std::move(text), {std::move(signature)}};
}

} // namespace adoube::tlog
