#include "daemon/inquiry/inquiry.hpp"

#include "daemon/account/description.hpp"
#include "daemon/evidence/key_file.hpp"
#include "daemon/inquiry/claims.hpp"
#include "daemon/journal/look.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/sheet/record_sheet.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <sstream>

namespace adoube::inquiry {
namespace {

namespace json = boost::json;

/// What may be told of the game; empty while nothing is recorded.
std::expected<std::optional<journal::WholeGame>, std::string> told_of(const std::filesystem::path& journal,
                                                                      const std::string& game) {
    auto whole = journal::read_game_from(journal, game, 1);
    if (whole && *whole)
        (*whole)->inputs.resize(evidence::inputs_before_sealed_move((*whole)->game, (*whole)->inputs));
    return whole;
}

json::array lines_of(const std::string& text) {
    json::array lines;
    std::istringstream rest(text);
    for (std::string line; std::getline(rest, line);) lines.emplace_back(line);
    return lines;
}

} // namespace

std::expected<std::string, std::string> Inquiry::inputs(const std::string& game, std::uint64_t from) {
    const auto view = view_of(game);
    if (!view) return std::unexpected(view.error());
    return *view ? (*view)->to_json(from) : std::string();
}

std::expected<std::string, std::string> Inquiry::reading(const std::string& game, std::uint64_t input) const {
    const auto whole = told_of(sources_.journal, game);
    if (!whole) return std::unexpected(whole.error());
    if (!*whole) return std::string();
    const auto& [entry, inputs, checkpoints] = **whole;
    const auto header = record::parse_header(entry.header);
    if (!header) return std::unexpected("the header of game " + game + " cannot be read: " + header.error());
    if (input < 1 || input > inputs.size())
        return std::unexpected("game " + game + " has inputs 1 to " + std::to_string(inputs.size()));
    umpire::Umpire umpire(*header);
    json::object answer{{"input", input}};
    for (const auto& each : std::span(inputs).first(input)) {
        const auto read = record::parse_input(each.line, header->sensing);
        if (!read) return std::unexpected("an input of game " + game + " cannot be read: " + read.error());
        umpire.feed(*read);
        answer["t"] = read->t_ms.count();
        answer["what"] = account::described(umpire.upright(*read).what, record::said_by(each.line));
    }
    answer["readings"] = lines_of(umpire.explanation());
    return json::serialize(answer);
}

std::expected<std::string, std::string> Inquiry::claims(const std::string& game) const {
    const auto whole = told_of(sources_.journal, game);
    if (!whole) return std::unexpected(whole.error());
    if (!*whole) return std::string();
    const auto replayed = evidence::replay((*whole)->game, (*whole)->inputs);
    if (!replayed) return std::unexpected(replayed.error());
    return claims_of(*replayed);
}

std::expected<std::optional<SignedRecord>, std::string>
Inquiry::evidence(const std::string& game, const Part& part, std::int64_t utc_s) const {
    if (sources_.key.empty())
        return std::unexpected("nothing is signed in this hall: name an evidence_key in its configuration");
    const auto kept = journal::read_game_from(sources_.journal, game, 1);
    if (!kept) return std::unexpected(kept.error());
    if (!*kept) return std::nullopt;
    const auto whole = journal::read_game(sources_.journal, game);
    if (!whole) return std::unexpected(whole.error());
    auto key = evidence::read_key_file(sources_.key);
    if (!key) return std::unexpected(key.error());
    auto statements = evidence::read_statements(evidence::statements_beside(sources_.key));
    if (!statements) return std::unexpected(statements.error());
    const auto span = part.incident != 0 ? span_of(*whole, part.incident) : part.span;
    return signed_page(*whole, span, {std::move(*key), std::move(*statements), sources_.cosigners, utc_s},
                       sources_.local);
}

std::expected<std::optional<sheet::Sheet>, std::string>
Inquiry::scoresheet(const std::string& game, const sheet::Options& options) const {
    const auto checkpoints = journal::checkpoints_of(sources_.journal, game); // no newer than the inputs
    if (!checkpoints) return std::unexpected(checkpoints.error());
    auto whole = journal::read_game_from(sources_.journal, game, 1);
    if (!whole) return std::unexpected(whole.error());
    if (!*whole) return std::nullopt;
    const auto written =
        sheet::written_of(sheet::Recorded{std::move((*whole)->game), std::move((*whole)->inputs),
                                          checkpoints->empty() ? std::string() : checkpoints->back().note},
                          sources_.site);
    if (!written) return std::unexpected(written.error());
    return lay_out(*written, options);
}

std::expected<const RecordView*, std::string> Inquiry::view_of(const std::string& game) {
    const auto known = std::ranges::find(views_, game, [](const auto& view) { return view.first; });
    auto news = journal::read_game_from(sources_.journal, game,
                                        known == views_.end() ? 1 : known->second.taken() + 1);
    if (!news) {
        if (known != views_.end()) views_.erase(known); // deleted, say
        return std::unexpected(news.error());
    }
    if (!*news) return nullptr;
    if (known != views_.end()) {
        views_.splice(views_.begin(), views_, known);
    } else {
        auto view = RecordView::of((*news)->game);
        if (!view) return std::unexpected(view.error());
        views_.emplace_front(game, std::move(*view));
        if (views_.size() > most_views) views_.pop_back();
    }
    auto& view = views_.front().second;
    if (auto taken = view.take(std::move((*news)->inputs)); !taken) return std::unexpected(taken.error());
    return &view;
}

} // namespace adoube::inquiry
