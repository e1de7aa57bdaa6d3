#include "tools/adoube/hall/scoresheets.hpp"

#include "daemon/sheet/hall_sheets.hpp"
#include "daemon/sheet/pdf.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/doubt.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/progress.hpp"
#include "tools/adoube/evidence/game_of_board.hpp"

#include <boost/json.hpp>

#include <ctime>

namespace adoube::tools {
namespace {

namespace json = boost::json;
using sheet::RoundSheets;

Or<sheet::HowWritten> how_written(const ScoresheetOptions& options) {
    const auto letters = sheet::letters_named(options.letters);
    if (!letters) return bad(letters.error());
    const auto local = account::LocalTime::of(options.time_zone);
    if (!local) return bad(local.error());
    sheet::Options how{*letters, options.times, {}};
    if (!options.of.empty()) how.of = options.of == "white" ? chess::Side::white : chess::Side::black;
    return sheet::HowWritten{how, options.site, *local, std::time(nullptr)};
}

Or<RoundSheets> read_sheets(const ScoresheetOptions& options, const sheet::HowWritten& written, Streams io) {
    if (options.round > 0) {
        Progress progress(io, options.json);
        const access::Grant whoever_has_the_file{access::Role::operator_, access::Boards::all(), 0, {}};
        auto round = sheets_of_round(options.journal, options.round, whoever_has_the_file, written,
                                     progress.steps("sheets are written"));
        if (!round) return bad(round.error());
        return std::move(*round);
    }
    const auto named = with_game(options);
    if (!named) return bad(named.error());
    auto one = sheet_of_game(options.journal, named->game, written);
    if (!one) return bad(one.error());
    return RoundSheets{{std::move(*one)}, {}};
}

json::object json_of(const RoundSheets& round, const sheet::Pdf& pdf) {
    json::array games;
    for (const auto& one : round.sheets)
        games.push_back({{"game", one.record_id}, {"in_play", !one.sheet.in_play.empty()}});
    return {{"games", std::move(games)},
            {"missing", json::array(round.missing.begin(), round.missing.end())},
            {"without_font", pdf.without_font}};
}

Or<std::string> drawn(const ScoresheetOptions& options, Streams io, json::object& told) {
    const auto written = how_written(options);
    if (!written) return std::unexpected(written.error());
    const auto round = read_sheets(options, *written, io);
    if (!round) return std::unexpected(round.error());
    for (const auto& one : round->missing) say(io.err, one);
    std::vector<sheet::Sheet> sheets;
    for (const auto& one : round->sheets) sheets.push_back(one.sheet);
    auto pdf = sheet::pdf_of(sheets);
    if (!pdf) return bad(pdf.error());
    if (pdf->without_font > 0)
        say(io.err, std::to_string(pdf->without_font) +
                        " characters of names have no font here, and are printed as numbers: install "
                        "fonts-noto-core and fonts-noto-cjk");
    told = json_of(*round, *pdf);
    return std::move(pdf->bytes);
}

/// The daemon's own fonts and site count there.
Or<std::string> asked_at_hall(const ScoresheetOptions& options) {
    if (options.round == 0) return bad("with --hall, name the round: --round 3");
    if (const auto letters = sheet::letters_named(options.letters); !letters) return bad(letters.error());
    auto client = HallClient::make(options.hall);
    if (!client) return bad(client.error());
    auto target =
        "/api/scoresheets.pdf?round=" + std::to_string(options.round) + "&letters=" + options.letters;
    if (options.times) target += "&times=yes";
    if (!options.of.empty()) target += "&for=" + options.of;
    auto answer = client->ask({.target = std::move(target)});
    if (!answer) return bad(answer.error().why);
    if (answer->status != 200) return bad(answer->sentence());
    return std::move(answer->body);
}

} // namespace

int run_scoresheet(const ScoresheetOptions& options, Streams io) {
    const bool from_hall = !options.hall.url.empty();
    if (!from_hall) tell_doubt(options.journal, io.err);
    json::object told{{"games", nullptr}, {"missing", nullptr}, {"without_font", nullptr}};
    const auto pdf = from_hall ? asked_at_hall(options) : drawn(options, io, told);
    if (!pdf) {
        say(io.err, pdf.error().sentence);
        return pdf.error().status;
    }
    const auto written = write_file(options.output, *pdf);
    if (!written) {
        say(io.err, written.error());
        return bad_input;
    }
    told["file"] = options.output;
    if (options.json) put_json(io.out, told);
    return success;
}

} // namespace adoube::tools
