#include "daemon/chess/notation/pgn.hpp"
#include "daemon/chess/notation/pgn_lexer.hpp"
#include "daemon/chess/notation/pgn_tags.hpp"
#include "daemon/chess/notation/san.hpp"

#include <algorithm>
#include <charconv>

namespace adoube::chess {

namespace {

/// No game exceeds 17697 plies (Article 9.6.2).
constexpr std::size_t most_tags = 256, most_plies = 20'000;

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// Milliseconds of a leading "h:mm:ss" or "mm:ss", without fractions; empty above a year.
std::optional<std::int64_t> parse_time(std::string_view text) {
    constexpr std::int64_t longest_s = 366 * 86'400;
    std::int64_t seconds = 0;
    for (int part = 0; part < 3; ++part) {
        int value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || value < 0) return std::nullopt;
        seconds = seconds * 60 + value;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (!text.starts_with(':'))
            return part == 0 || seconds > longest_s ? std::nullopt : std::optional(seconds * 1000);
        text.remove_prefix(1);
    }
    return std::nullopt;
}

/// The time of a command such as "[%clk 0:15:19]", which may span lines.
std::optional<std::int64_t> command_time(std::string_view comment, std::string_view command) {
    const auto at = comment.find(command);
    if (at == std::string_view::npos) return std::nullopt;
    comment.remove_prefix(at + command.size());
    const auto value = comment.find_first_not_of(" \t\r\n");
    return value == 0 || value == std::string_view::npos ? std::nullopt : parse_time(comment.substr(value));
}

bool means_chess960(std::string_view variant) {
    std::string name;
    for (const char letter : variant) {
        const char lower = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
        if ((lower >= 'a' && lower <= 'z') || is_digit(lower)) name += lower;
    }
    return name == "chess960" || name.starts_with("fischerandom") || name.starts_with("fischerrandom") ||
           name == "freestyle";
}

/// `word` without its move number: "12.", "12...e5", "...".
std::string_view without_number(std::string_view word) {
    std::string_view rest = word;
    while (!rest.empty() && is_digit(rest.front())) rest.remove_prefix(1);
    if (rest.empty()) return rest;
    if (rest.front() != '.') return word;
    while (rest.starts_with('.')) rest.remove_prefix(1);
    return rest;
}

std::optional<Result> termination(std::string_view word) {
    if (word == "1/2" || word == "\xc2\xbd-\xc2\xbd") return Result::draw;
    return result_from(word);
}

class GameParser {
  public:
    GameParser(PgnLexer& lexer, PgnGame& game) : lexer_(lexer), game_(game) {}

    enum class Outcome : std::uint8_t { nothing, game, fault };

    Outcome run() {
        for (;;) {
            const PgnLexer before = lexer_;
            const PgnToken token = lexer_.next();
            const bool ends = token.kind == PgnToken::Kind::end ||
                              (token.kind == PgnToken::Kind::tag && (in_moves_ || starts_another(token)));
            if (ends) {
                lexer_ = before;
                at_next_game_ = true;
                return finish();
            }
            read(token);
            if (fault_) return give_up();
            if (terminated_) return finish();
        }
    }

    const PgnError& fault() const { return *fault_; }
    bool at_next_game() const { return at_next_game_; }

  private:
    void refuse(int line, std::string reason) { fault_ = PgnError{line, std::move(reason)}; }

    bool starts_another(const PgnToken& tag) const {
        return tag.text == "Event" && game_.tags.contains(tag.text);
    }

    void read(const PgnToken& token) {
        switch (token.kind) {
        case PgnToken::Kind::tag: take_tag(token); break;
        case PgnToken::Kind::word: take_word(token); break;
        case PgnToken::Kind::comment: take_comment(token.text); break;
        case PgnToken::Kind::open_variation:
            if (depth_++ == 0) variation_line_ = token.line;
            break;
        case PgnToken::Kind::close_variation:
            if (depth_-- == 0) refuse(token.line, "\")\" closes no variation.");
            break;
        case PgnToken::Kind::fault: refuse(token.line, token.text); break;
        case PgnToken::Kind::end: break;
        }
    }

    void take_tag(const PgnToken& tag) {
        if (tag.text == "FEN") fen_line_ = tag.line;
        if (game_.tags.size() == most_tags) return refuse(tag.line, "The game has more than 256 tags.");
        game_.tags.emplace(tag.text, tag.value);
    }

    void take_word(const PgnToken& token) {
        if (!in_moves_) begin_moves();
        if (fault_ || depth_ > 0) return;
        if (const auto result = termination(token.text)) {
            if (*result != Result::open) game_.result = *result;
            terminated_ = true;
            return;
        }
        const std::string_view san = without_number(token.text);
        if (san.find_first_not_of("!?") == std::string_view::npos || san == "e.p.") return;
        const auto move = move_from_san(position_, san);
        if (!move) {
            const std::string side = position_.to_move() == Side::white ? "White" : "Black";
            return refuse(token.line, "Move " + std::to_string(position_.fullmove_number()) + " of " + side +
                                          ": " + move.error());
        }
        if (game_.moves.size() == most_plies)
            return refuse(token.line, "The game has more than 20000 plies.");
        game_.moves.push_back({*move, std::nullopt, std::nullopt});
        position_.play(*move);
    }

    void take_comment(std::string_view comment) {
        if (depth_ > 0 || game_.moves.empty()) return;
        PgnMove& move = game_.moves.back();
        if (const auto time = command_time(comment, "[%clk")) move.clock_ms = time;
        if (const auto time = command_time(comment, "[%emt")) move.elapsed_ms = time;
    }

    /// Moves tags into the members of PgnGame that hold them, and completes the roster.
    void begin_moves() {
        in_moves_ = true;
        auto& tags = game_.tags;
        game_.result = termination(take_out("Result")).value_or(Result::open);
        take_out("SetUp");
        for (const auto& [name, unknown] : seven_tag_roster)
            if (name != "Result" && tags[std::string(name)].empty()) tags[std::string(name)] = unknown;
        if (const std::string fen = take_out("FEN"); !fen.empty()) {
            if (const auto start = Position::from_fen(fen))
                game_.start = position_ = *start;
            else
                refuse(fen_line_, "The FEN tag cannot be used. " + start.error());
        }
        const auto variant = tags.find("Variant");
        game_.chess960 =
            game_.start.is_chess960() || (variant != tags.end() && means_chess960(variant->second));
        if (game_.chess960) take_out("Variant");
    }

    std::string take_out(std::string_view name) {
        const auto tag = game_.tags.find(name);
        if (tag == game_.tags.end()) return "";
        std::string value = std::move(tag->second);
        game_.tags.erase(tag);
        return value;
    }

    Outcome finish() {
        if (!in_moves_ && game_.tags.empty()) return Outcome::nothing;
        if (!in_moves_) begin_moves();
        if (!fault_ && depth_ > 0) refuse(variation_line_, "The variation that starts here is never closed.");
        return fault_ ? give_up() : Outcome::game;
    }

    Outcome give_up() {
        if (!in_moves_) {
            const auto fault = fault_;
            begin_moves();
            fault_ = fault;
        }
        return Outcome::fault;
    }

    PgnLexer& lexer_;
    PgnGame& game_;
    Position position_ = Position::start();
    std::optional<PgnError> fault_;
    int fen_line_ = 1;
    int depth_ = 0;
    int variation_line_ = 1;
    bool in_moves_ = false;
    bool terminated_ = false;
    bool at_next_game_ = false;
};

} // namespace

PgnReader::PgnReader(std::string_view text) : text_(text) {}

std::optional<std::expected<PgnGame, PgnError>> PgnReader::next() {
    PgnLexer lexer(text_, at_, line_);
    partial_ = PgnGame{};
    GameParser parser(lexer, partial_);
    const auto outcome = parser.run();
    if (outcome == GameParser::Outcome::fault && !parser.at_next_game()) lexer.skip_to_next_game();
    at_ = lexer.at();
    line_ = lexer.line();
    if (outcome == GameParser::Outcome::nothing) return std::nullopt;
    if (outcome == GameParser::Outcome::fault) return std::unexpected(parser.fault());
    return partial_;
}

} // namespace adoube::chess
