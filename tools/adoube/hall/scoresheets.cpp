#include "tools/adoube/hall/scoresheets.hpp"

#include "daemon/journal/look.hpp"
#include "daemon/results/hall_results.hpp"
#include "daemon/sheet/pdf.hpp"
#include "daemon/sheet/record_sheet.hpp"
#include "tools/adoube/common/doubt.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/evidence/game_of_board.hpp"

namespace adoube::tools {
namespace {

template<class Value>
using Or = std::expected<Value, std::string>;

Or<std::vector<std::string>> games_named(const ScoresheetOptions& options) {
    if (options.round == 0) {
        const auto named = with_game(options);
        if (!named) return std::unexpected(named.error());
        return std::vector{named->game};
    }
    const auto games = results::games_in(options.journal, options.round);
    if (!games) return std::unexpected(games.error());
    if (games->empty())
        return std::unexpected("journal " + options.journal + " has no game of round " +
                               std::to_string(options.round));
    std::vector<std::string> ids;
    for (const auto& game : *games) ids.push_back(game.record_id);
    return ids;
}

Or<sheet::Options> sheet_options(const ScoresheetOptions& options) {
    const auto letters = sheet::letters_named(options.letters);
    if (!letters) return std::unexpected(letters.error());
    sheet::Options how{*letters, options.times, {}};
    if (!options.of.empty()) how.of = options.of == "white" ? chess::Side::white : chess::Side::black;
    return how;
}

Or<sheet::Sheet> sheet_of(const ScoresheetOptions& options, const sheet::Options& how,
                          const std::string& game) {
    auto whole = journal::read_game(options.journal, game);
    if (!whole) return std::unexpected(whole.error());
    const auto signed_last = whole->checkpoints.empty() ? std::string() : whole->checkpoints.back().note;
    const auto written = sheet::written_of(
        sheet::Recorded{std::move(whole->game), std::move(whole->inputs), signed_last}, options.site);
    if (!written) return std::unexpected(written.error());
    return lay_out(*written, how);
}

Or<sheet::Pdf> sheets_of(const ScoresheetOptions& options) {
    const auto how = sheet_options(options);
    if (!how) return std::unexpected(how.error());
    const auto games = games_named(options);
    if (!games) return std::unexpected(games.error());
    std::vector<sheet::Sheet> sheets;
    for (const auto& game : *games) {
        auto sheet = sheet_of(options, *how, game);
        if (!sheet) return std::unexpected(sheet.error());
        sheets.push_back(std::move(*sheet));
    }
    return sheet::pdf_of(sheets);
}

} // namespace

int run_scoresheet(const ScoresheetOptions& options, Streams io) {
    tell_doubt(options.journal, io.err);
    const auto pdf = sheets_of(options);
    if (!pdf) {
        say(io.err, pdf.error());
        return bad_input;
    }
    if (pdf->without_font > 0)
        say(io.err, std::to_string(pdf->without_font) +
                        " characters of names have no font here, and are printed as numbers: install "
                        "fonts-noto-core and fonts-noto-cjk");
    const auto written = write_file(options.output, pdf->bytes);
    if (!written) say(io.err, written.error());
    return written ? success : bad_input;
}

} // namespace adoube::tools
