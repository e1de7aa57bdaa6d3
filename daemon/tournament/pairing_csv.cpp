#include "daemon/tournament/pairing_csv.hpp"

#include "daemon/text/quoting.hpp"
#include "daemon/tournament/round_title.hpp"
#include "daemon/tournament/rounds_of_list.hpp"
#include "daemon/tournament/text_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace adoube::tournament {
namespace {

using Row = std::vector<std::string>;

enum class Column : std::uint8_t {
    board,
    round,
    name,
    number,
    title,
    rating,
    federation,
    fide_id,
    team,
    other
};
struct Meaning {
    Column column;
    int side; // 0 White, 1 Black, -1 either
};

struct Known {
    std::string_view name;
    Meaning meaning;
};

constexpr std::array known_columns = std::to_array<Known>({
    {"board", {Column::board, -1}},     {"bo.", {Column::board, -1}},
    {"bo", {Column::board, -1}},        {"table", {Column::board, -1}},
    {"tisch", {Column::board, -1}},     {"brett", {Column::board, -1}},
    {"br.", {Column::board, -1}},       {"mesa", {Column::board, -1}},
    {"m.", {Column::board, -1}},        {"tablero", {Column::board, -1}},
    {"table n°", {Column::board, -1}},  {"ech.", {Column::board, -1}},
    {"tavolo", {Column::board, -1}},    {"sc.", {Column::board, -1}},
    {"round", {Column::round, -1}},     {"runde", {Column::round, -1}},
    {"rd.", {Column::round, -1}},       {"ronda", {Column::round, -1}},
    {"white", {Column::name, 0}},       {"name white", {Column::name, 0}},
    {"weiß", {Column::name, 0}},        {"weiss", {Column::name, 0}},
    {"blancas", {Column::name, 0}},     {"blancs", {Column::name, 0}},
    {"bianco", {Column::name, 0}},      {"brancas", {Column::name, 0}},
    {"black", {Column::name, 1}},       {"name black", {Column::name, 1}},
    {"schwarz", {Column::name, 1}},     {"negras", {Column::name, 1}},
    {"noirs", {Column::name, 1}},       {"nero", {Column::name, 1}},
    {"pretas", {Column::name, 1}},      {"name", {Column::name, -1}},
    {"nombre", {Column::name, -1}},     {"nom", {Column::name, -1}},
    {"nome", {Column::name, -1}},       {"no.", {Column::number, -1}},
    {"no", {Column::number, -1}},       {"nr.", {Column::number, -1}},
    {"nr", {Column::number, -1}},       {"n°", {Column::number, -1}},
    {"núm.", {Column::number, -1}},     {"snr", {Column::number, -1}},
    {"title", {Column::title, -1}},     {"titel", {Column::title, -1}},
    {"", {Column::title, -1}},          {"rtg", {Column::rating, -1}},
    {"rating", {Column::rating, -1}},   {"elo", {Column::rating, -1}},
    {"elo fide", {Column::rating, -1}}, {"fed", {Column::federation, -1}},
    {"fed.", {Column::federation, -1}}, {"land", {Column::federation, -1}},
    {"fideid", {Column::fide_id, -1}},  {"fide-id", {Column::fide_id, -1}},
    {"fide id", {Column::fide_id, -1}}, {"id fide", {Column::fide_id, -1}},
    {"team", {Column::team, -1}},       {"verein", {Column::team, -1}},
    {"club", {Column::team, -1}},
});

constexpr std::array own_columns =
    std::to_array<std::pair<std::string_view, Column>>({{"no", Column::number},
                                                        {"title", Column::title},
                                                        {"rating", Column::rating},
                                                        {"elo", Column::rating},
                                                        {"federation", Column::federation},
                                                        {"fed", Column::federation},
                                                        {"fide_id", Column::fide_id},
                                                        {"team", Column::team}});

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t") + 1 - first));
}

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

Row cells_of(std::string_view line, char delimiter) {
    Row row(1);
    bool quoted = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char c = line[at];
        if (quoted && c == '"' && at + 1 < line.size() && line[at + 1] == '"')
            row.back() += line[++at];
        else if (c == '"' && (quoted || trimmed(row.back()).empty()))
            quoted = !quoted;
        else if (c == delimiter && !quoted)
            row.emplace_back();
        else
            row.back() += c;
    }
    std::ranges::transform(row, row.begin(),
                           [](const auto& cell) { return trimmed(text::without_unseen(cell)); });
    return row;
}

Meaning meaning_of(const std::string& header) {
    const auto name = lower(header);
    for (const auto& [side, number] : {std::pair("white_", 0), {"black_", 1}})
        if (name.starts_with(side))
            for (const auto& [own, column] : own_columns)
                if (name.substr(6) == own) return {column, number};
    const auto* const known = std::ranges::find(known_columns, name, &Known::name);
    return known == known_columns.end() ? Meaning{Column::other, -1} : known->meaning;
}

/// Two columns of names without a side are White's and Black's, unless others have one.
void give_names_sides(std::vector<Meaning>& columns) {
    std::vector<Meaning*> unsided;
    bool any_side = false;
    for (auto& each : columns) {
        if (each.column != Column::name) continue;
        if (each.side == -1)
            unsided.push_back(&each);
        else
            any_side = true;
    }
    if (!any_side && unsided.size() == 2)
        unsided[0]->side = 0, unsided[1]->side = 1;
    else
        for (auto* each : unsided) each->column = Column::other;
}

/// Of names that stand for both sides the first is White's, the last Black's; an empty header is that of a
/// title only left of a name.
std::vector<Meaning> header_from(const Row& row) {
    std::vector<Meaning> columns;
    for (const auto& cell : row) columns.push_back(meaning_of(cell));
    give_names_sides(columns);
    const auto name_at = [&](int side) {
        return std::ranges::find_if(
            columns, [&](const Meaning& each) { return each.column == Column::name && each.side == side; });
    };
    const auto white = name_at(0), black = name_at(1);
    if (white == columns.end() || black == columns.end()) return {};
    for (auto at = columns.begin(); at != columns.end(); ++at) {
        if (at->side != -1 || at->column <= Column::round || at->column == Column::other) continue;
        const bool is_first = std::none_of(
            columns.begin(), at, [&](const auto& one) { return one.column == at->column && one.side == 0; });
        at->side = is_first && at < black ? 0 : 1;
        const auto next = at + 1;
        const bool before_name = next != columns.end() && next->column == Column::name;
        if (row[static_cast<std::size_t>(at - columns.begin())].empty()) {
            if (before_name)
                at->side = next->side;
            else
                at->column = Column::other;
        }
    }
    return columns;
}

int number_of(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

bool is_bye(const std::string& name) {
    constexpr std::array names = std::to_array<std::string_view>(
        {"bye", "spielfrei", "not paired", "nicht ausgelost", "no emparejado", "descansa", "exempt"});
    return std::ranges::find(names, lower(name)) != names.end();
}

void set(Player& player, Column column, const std::string& cell) {
    const bool is_number = number_of(cell) > 0;
    switch (column) {
    case Column::name: player.name = cell; break;
    case Column::number: player.start_number = std::max(0, number_of(cell)); break;
    case Column::title: player.title = title_from(cell); break;
    case Column::rating: player.rating = is_number ? cell : ""; break;
    case Column::federation: player.federation = cell; break;
    case Column::fide_id: player.fide_id = is_number ? cell : ""; break;
    case Column::team: player.team = cell; break;
    case Column::board:
    case Column::round:
    case Column::other: break;
    }
}

class Reader {
  public:
    explicit Reader(std::string_view bytes) : file_(bytes) {}

    std::expected<RoundPairings, std::string> read(std::optional<int> round) {
        if (!find_header())
            return std::unexpected(
                std::string("it has no line with the columns white and black (daemon/REFERENCE.md)"));
        read_titles();
        for (std::size_t at = header_ + 1; at < file_.size(); ++at) take(at);
        return chosen(std::move(rounds_), round);
    }

  private:
    bool find_header() {
        constexpr std::size_t last = 30;
        for (const char delimiter : {';', '\t', ','})
            for (std::size_t at = 0; at < std::min(file_.size(), last); ++at)
                if (auto columns = header_from(cells_of(to_utf8(file_.line(at)), delimiter));
                    !columns.empty()) {
                    columns_ = std::move(columns), delimiter_ = delimiter, header_ = at;
                    return true;
                }
        return false;
    }

    /// Titles that name different rounds name none.
    void read_titles() {
        for (std::size_t at = 0; at < header_; ++at) {
            const auto title = round_title(to_utf8(file_.line(at)));
            if (title && title_ && title->round != title_->round) {
                title_.reset();
                return;
            }
            if (title) title_ = title;
        }
    }

    void take(std::size_t at) {
        const auto row = cells_of(to_utf8(file_.line(at)), delimiter_);
        Pairing pairing;
        int round = title_ ? title_->round : 0;
        for (std::size_t cell = 0; cell < std::min(row.size(), columns_.size()); ++cell) {
            const auto [column, side] = columns_[cell];
            const int number = std::max(0, number_of(row[cell]));
            if (column == Column::board) pairing.board = number;
            if (column == Column::round) round = number;
            if (side >= 0) set(side == 0 ? pairing.white : pairing.black, column, row[cell]);
        }
        const auto& [board, white, black] = pairing;
        if (white.name.empty() && black.name.empty()) return;
        auto& all = rounds_[round];
        if (title_ && round == title_->round) all.date = title_->date;
        const bool one = white.name.empty() != black.name.empty();
        if (is_bye(white.name) || is_bye(black.name) || (one && board == 0)) {
            const bool is_black = is_bye(white.name) || white.name.empty();
            all.byes.push_back({is_black ? black : white, lower(is_black ? white.name : black.name)});
        } else
            all.pairings.push_back(std::move(pairing));
    }

    TextFile file_;
    std::vector<Meaning> columns_;
    char delimiter_ = ';';
    std::size_t header_ = 0;
    std::optional<RoundTitle> title_; // of the lines above the header
    RoundsOfList rounds_;
};

} // namespace

std::expected<RoundPairings, std::string> pairings_of_csv(std::string_view bytes, std::optional<int> round) {
    return Reader(bytes).read(round);
}

} // namespace adoube::tournament
