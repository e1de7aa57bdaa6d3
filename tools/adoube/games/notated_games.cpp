#include "tools/adoube/games/notated_games.hpp"

#include <ranges>
#include <sstream>

namespace adoube::tools {

namespace {

constexpr std::size_t most_notated_games = 1'000'000; // all are in memory

struct Word {
    int line; // 1 = the first
    std::string text;
};

/// A game as typed, its tag lines joined.
struct Typed {
    int line = 0;
    std::string tags;
    std::vector<Word> moves;
    chess::Result result = chess::Result::open;
    bool ended = false;

    bool empty() const { return tags.empty() && moves.empty() && !ended; }
};

/// "12.", "12...", "12", "…"; "00" is a move.
bool is_number(std::string_view word) {
    return word == "…" ||
           (word.front() != '0' && word.find_first_not_of("0123456789.") == std::string_view::npos);
}

/// "e.p.", "(=)" and annotations belong to the previous move.
bool belongs_to_last(std::string_view word) {
    return word.starts_with("e.p") || std::string_view("(+#!?=").contains(word.front());
}

class Sorter {
  public:
    explicit Sorter(std::string_view text) {
        int number = 0;
        for (const auto line : std::views::split(text, '\n')) sort({line.begin(), line.end()}, ++number);
        finish();
    }
    std::vector<Typed> games;

  private:
    void sort(const std::string& line, int number) {
        if (line.starts_with('[')) {
            if (!game_.moves.empty() || game_.ended) finish();
            begin(number);
            game_.tags += line + '\n';
            return;
        }
        std::istringstream words(line);
        for (std::string word; words >> word;) sort_word({number, word});
    }

    void sort_word(Word word) {
        if (game_.ended) finish();
        begin(word.line);
        if (const auto result = chess::result_from(word.text)) {
            game_.result = *result;
            game_.ended = true;
        } else if (belongs_to_last(word.text) && !game_.moves.empty()) {
            game_.moves.back().text += word.text;
        } else if (!is_number(word.text)) {
            game_.moves.push_back(std::move(word));
        }
    }

    void begin(int line) {
        if (game_.line == 0) game_.line = line;
    }

    void finish() {
        if (!game_.empty() && games.size() <= most_notated_games) games.push_back(std::move(game_));
        game_ = {};
    }

    Typed game_;
};

std::expected<chess::PgnGame, chess::PgnError> read(const Typed& typed, const chess::Notation& notation) {
    const std::string head = typed.tags + "\n" + std::string(to_string(typed.result)) + "\n";
    auto tagged = *chess::PgnReader(head).next();
    if (!tagged)
        return std::unexpected(chess::PgnError{typed.line + tagged.error().line - 1, tagged.error().reason});
    chess::PgnGame game = std::move(*tagged);
    chess::Position position = game.start;
    for (const auto& [line, text] : typed.moves) {
        const auto written = chess::move_from_text(position, text, notation);
        if (!written) return std::unexpected(chess::PgnError{line, written.error()});
        game.moves.push_back({written->move, std::nullopt, std::nullopt});
        position.play(written->move);
    }
    return game;
}

} // namespace

std::vector<std::expected<chess::PgnGame, chess::PgnError>> read_notated(std::string_view text,
                                                                         const chess::Notation& notation) {
    std::vector<std::expected<chess::PgnGame, chess::PgnError>> games;
    for (const Typed& typed : Sorter(text).games) {
        if (games.size() == most_notated_games) {
            games.push_back(std::unexpected(
                chess::PgnError{typed.line, "There are more than a million games in it: divide it."}));
            break;
        }
        games.push_back(read(typed, notation));
    }
    return games;
}

} // namespace adoube::tools
