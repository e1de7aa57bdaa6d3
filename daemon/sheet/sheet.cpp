#include "daemon/sheet/sheet.hpp"

#include "daemon/chess/chess960.hpp"
#include "daemon/text/quoting.hpp"

#include <algorithm>

namespace adoube::sheet {
namespace {

using chess::Position;
using chess::Side;

std::string tag_of(const chess::PgnGame& game, const char* name) {
    const auto found = game.tags.find(name);
    if (found == game.tags.end() || found->second == "?" || found->second == "-") return {};
    return text::without_controls(found->second);
}

/// "2026.11.20" as "2026-11-20"; empty if nothing of it is known.
std::string date_in(const chess::PgnGame& game) {
    auto date = tag_of(game, "Date");
    if (date.starts_with("????")) return {};
    std::ranges::replace(date, '.', '-');
    return date;
}

Player player_in(const chess::PgnGame& game, const std::string& side) {
    const auto tag = [&](const char* name) { return tag_of(game, (side + name).c_str()); };
    Player player{tag(""), {}};
    if (player.name.empty()) player.name = "?";
    const auto fide_id = tag("FideId");
    for (const auto& known :
         {tag("Title"), tag("Elo"), tag("Fed"), fide_id.empty() ? "" : "FIDE " + fide_id, tag("Team")})
        if (!known.empty()) player.detail += (player.detail.empty() ? "" : " · ") + known;
    return player;
}

/// "A-Town, POR".
std::string place_in(const chess::PgnGame& game) {
    const auto site = tag_of(game, "Site"), federation = tag_of(game, "EventFederation");
    if (site.empty() || federation.empty() || site.ends_with(' ' + federation))
        return site + (site.empty() ? federation : "");
    return site + ", " + federation;
}

std::vector<Field> fields_of(const Written& written) {
    std::vector<Field> fields{{"Round", tag_of(written.game, "Round"), "sheet_round"},
                              {"Board", tag_of(written.game, "Board"), "sheet_board"},
                              {"Date", date_in(written.game), "sheet_date"},
                              {"Place", place_in(written.game), "sheet_place"},
                              {"Time control", written.time_control, "time_control"}};
    std::erase_if(fields, [](const Field& field) { return field.value.empty(); });
    return fields;
}

std::string start_in_words(const chess::PgnGame& game) {
    if (game.chess960)
        for (int number = 0; number < chess::chess960_starts; ++number)
            if (chess::chess960_start(number) == game.start)
                return "Chess960, start position " + std::to_string(number) + ": " + game.start.fen();
    if (game.start == Position::start()) return {};
    return (game.chess960 ? "Chess960, from " : "From ") + game.start.fen();
}

std::string result_in(chess::Result result) {
    switch (result) {
    case chess::Result::white_wins: return "1–0";
    case chess::Result::black_wins: return "0–1";
    case chess::Result::draw: return "½–½";
    case chess::Result::open: break;
    }
    return {};
}

std::vector<Row> rows_of(const Written& written, const Options& options) {
    std::vector<Row> rows;
    auto position = written.game.start;
    for (std::size_t ply = 0; ply < written.game.moves.size(); ++ply) {
        const auto& played = written.game.moves[ply];
        const bool offered = std::ranges::find(written.draw_offers, ply) != written.draw_offers.end();
        Half half{to_text(position, {played.move, offered}, options.letters), {}};
        if (options.times && played.clock_ms) half.clock = chess::clock_face(*played.clock_ms);
        const bool white = position.to_move() == Side::white;
        if (white || rows.empty()) rows.push_back({position.fullmove_number(), {}, {}});
        if (!white && rows.back().white.move.empty()) rows.back().white.move = "…";
        (white ? rows.back().white : rows.back().black) = std::move(half);
        position = position.after(played.move);
    }
    return rows;
}

} // namespace

chess::Notation default_letters() { return *chess::notation_named("san", "en"); }

std::expected<chess::Notation, std::string> letters_named(std::string_view name) {
    constexpr std::string_view descriptive = "descriptive";
    if (name == "figurines") return chess::notation_named("san", "figurine");
    if (name == descriptive) return chess::notation_named(descriptive, "es");
    if (name.starts_with("descriptive-"))
        return chess::notation_named(descriptive, name.substr(descriptive.size() + 1));
    return chess::notation_named("san", name);
}

std::size_t pages_of(const Sheet& sheet) {
    return std::max<std::size_t>(1, (sheet.rows.size() + rows_on_page - 1) / rows_on_page);
}

Sheet lay_out(const Written& written, const Options& options) {
    Sheet sheet;
    sheet.id = written.id;
    if (options.of) sheet.whose = *options.of == Side::white ? "White’s sheet" : "Black’s sheet";
    sheet.event = tag_of(written.game, "Event");
    sheet.fields = fields_of(written);
    sheet.white = player_in(written.game, "White");
    sheet.black = player_in(written.game, "Black");
    sheet.start = start_in_words(written.game);
    sheet.rows = rows_of(written, options);
    sheet.times = std::ranges::any_of(
        sheet.rows, [](const Row& row) { return !row.white.clock.empty() || !row.black.clock.empty(); });
    sheet.result = result_in(written.game.result);
    if (!written.in_play_at.empty()) sheet.in_play = "In play at " + written.in_play_at;
    sheet.notes = written.notes;
    sheet.code = written.code;
    sheet.code_says = written.code_says;
    return sheet;
}

} // namespace adoube::sheet
