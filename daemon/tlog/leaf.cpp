#include "daemon/tlog/leaf.hpp"

#include "daemon/text/base64.hpp"
#include "daemon/text/sha256.hpp"
#include "daemon/text/utf8.hpp"
#include "daemon/tlog/key.hpp"

#include <algorithm>
#include <charconv>

namespace adoube::tlog {
namespace {

constexpr std::string_view none = "-";

/// Keeps the first fault.
class Words {
  public:
    explicit Words(std::string_view text) : rest_(text) {}

    std::string_view word() {
        const auto space = rest_.find(' ');
        if (space == std::string_view::npos) return blame("it has too few words"), std::string_view();
        const auto word = rest_.substr(0, space);
        rest_.remove_prefix(space + 1);
        return word;
    }
    std::string name() {
        const auto name = word();
        if (!is_key_name(name)) blame("a name in it is none");
        return std::string(name);
    }
    template<class Number>
    Number number(std::string_view what) {
        return number_of<Number>(word(), what);
    }
    template<class Number>
    Number number_of(std::string_view text, std::string_view what) {
        Number number = 0;
        const auto* const end = text.data() + text.size();
        const auto [at, error] = std::from_chars(text.data(), end, number);
        if (error != std::errc() || at != end || std::to_string(number) != text)
            blame("its " + std::string(what) + " is not written as a number is");
        return number;
    }
    std::string rest() const { return std::string(rest_); }
    void blame(std::string fault) {
        if (fault_.empty()) fault_ = std::move(fault);
    }
    const std::string& fault() const { return fault_; }

  private:
    std::string_view rest_;
    std::string fault_;
};

bool is_line(std::string_view text) {
    return !text.empty() && text::is_utf8(text) &&
           std::ranges::none_of(text, [](char c) { return static_cast<std::uint8_t>(c) < 0x20; });
}

bool is_name(std::string_view text) { return is_key_name(text) && text != none; }

constexpr std::size_t salt_bytes = 16;

/// The first bytes of HMAC-SHA256 (RFC 2104), in base64.
std::string keyed(std::string_view key, std::string_view text) {
    const auto code = text::hmac_sha256(key, text);
    return text::to_base64(std::span(code).first(salt_bytes));
}

std::string origin_words(const std::optional<record::Origin>& origin) {
    if (!origin) return "- - - -";
    return origin->board_id + " " + std::to_string(origin->boot_id) + " " +
           (origin->sequence ? std::to_string(*origin->sequence) : std::string(none)) + " " +
           std::to_string(origin->board_us.count());
}

std::optional<record::Origin> take_origin(Words& words) {
    const auto board = words.name();
    if (board == none) {
        for (int more = 0; more < 3; ++more)
            if (words.word() != none) words.blame("it is half from a board and half from none");
        return std::nullopt;
    }
    record::Origin origin{board, words.number<std::uint32_t>("boot id"), std::nullopt, {}};
    if (const auto sequence = words.word(); sequence != none)
        origin.sequence = words.number_of<std::uint32_t>(sequence, "sequence number");
    origin.board_us = BoardUs(words.number<std::uint64_t>("board time"));
    return origin;
}

} // namespace

std::string secret_of(std::string_view game_id, std::string_view drawn) {
    return drawn.empty() ? "" : keyed(drawn, game_id);
}

std::string salt_of(const record::GameEntry& game, std::uint64_t n) {
    return game.secret.empty() ? "" : keyed(game.secret, std::to_string(n));
}

bool is_salt(std::string_view text) {
    const auto bytes = text::from_base64(text);
    return bytes && bytes->size() == salt_bytes;
}

Hash salted_hash(std::string_view leaf, std::string_view salt) {
    return leaf_hash(salt.empty() ? std::string(leaf) : std::string(leaf) + "\n" + std::string(salt));
}

Hash hash_of(const record::GameEntry& game) { return salted_hash(to_leaf(game), salt_of(game, 0)); }

Hash hash_of(const record::GameEntry& game, std::uint64_t n, const record::Entry& entry) {
    return salted_hash(to_leaf(game.id, n, entry), salt_of(game, n));
}

std::string to_leaf(const record::GameEntry& game) {
    return "adoube-game " + game.id + " " + std::to_string(game.created_utc_ms.count()) + " " + game.header;
}

std::string to_leaf(std::string_view game_id, std::uint64_t n, const record::Entry& entry) {
    return "adoube-input " + std::string(game_id) + " " + std::to_string(n) + " " +
           std::to_string(entry.host_utc_ms.count()) + " " + origin_words(entry.origin) + " " + entry.line;
}

std::expected<record::GameEntry, std::string> parse_game_leaf(std::string_view leaf) {
    Words words(leaf);
    if (words.word() != "adoube-game") words.blame("it is no header of a game");
    record::GameEntry game;
    game.id = words.name();
    game.created_utc_ms = UtcMs(words.number<std::int64_t>("time"));
    game.header = words.rest();
    if (words.fault().empty() && !can_be_leaf(game)) words.blame("its header is no line of text");
    if (!words.fault().empty()) return std::unexpected(words.fault());
    return game;
}

std::expected<InputLeaf, std::string> parse_input_leaf(std::string_view leaf) {
    Words words(leaf);
    if (words.word() != "adoube-input") words.blame("it is no input");
    InputLeaf input;
    input.game_id = words.name();
    input.n = words.number<std::uint64_t>("number");
    input.entry.host_utc_ms = UtcMs(words.number<std::int64_t>("host time"));
    input.entry.origin = take_origin(words);
    input.entry.line = words.rest();
    if (words.fault().empty() && !can_be_leaf(input.entry)) words.blame("it is no line of text");
    if (!words.fault().empty()) return std::unexpected(words.fault());
    return input;
}

bool can_be_leaf(const record::GameEntry& game) { return is_name(game.id) && is_line(game.header); }

bool can_be_leaf(const record::Entry& entry) {
    return is_line(entry.line) && (!entry.origin || is_name(entry.origin->board_id));
}

} // namespace adoube::tlog
