#include "daemon/adoubed/kept_rounds.hpp"

#include "daemon/adoubed/config.hpp"
#include "daemon/boost/parse_json.hpp"
#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"
#include "daemon/gather/other_round.hpp"
#include "daemon/server/document.hpp"

#include <boost/json.hpp>

#include <system_error>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

constexpr std::size_t longest_head = 64 << 10;

/// `tag` tells whether the round is still what was written.
struct KeptRound {
    std::string address, round, tag;
    broadcast::Text pgn;
};

/// A line of JSON, then the PGN as it came.
std::expected<KeptRound, std::string> read_round(const std::string& text) {
    const auto end = text.find('\n');
    if (end >= longest_head) return std::unexpected("holds no round");
    const auto head = parse_json(std::string_view(text).substr(0, end));
    const auto* object = head ? head->if_object() : nullptr;
    const auto text_of = [&](const char* key) {
        const auto* found = object ? object->if_contains(key) : nullptr;
        return found && found->is_string() ? std::string(found->get_string()) : std::string();
    };
    KeptRound kept{text_of("address"), text_of("round"), text_of("tag"),
                   std::make_shared<const std::string>(text.substr(end + 1))};
    if (!gather::is_round(*kept.pgn) || server::Document(kept.pgn).tag() != kept.tag)
        return std::unexpected("is damaged");
    return kept;
}

} // namespace

std::filesystem::path kept_round_file(const std::filesystem::path& journal, std::size_t at) {
    return journal.string() + "-merge-" + std::to_string(at + 1);
}

KeptRounds::KeptRounds(const std::filesystem::path& journal, std::vector<std::string> addresses,
                       const record::Header& event, std::function<std::string()> today)
    : journal_(journal), addresses_(std::move(addresses)), today_(std::move(today)) {
    begin_event(event);
}

void KeptRounds::begin_event(const record::Header& event) {
    const auto date = event.tags.find("Date");
    const std::lock_guard lock(mutex_);
    round_ = round_id(event);
    date_ = date == event.tags.end() ? "" : date->second;
}

std::string KeptRounds::round() const {
    const std::lock_guard lock(mutex_);
    return round_ + ' ' + (date_.empty() ? today_() : date_);
}

KeptRounds::Found KeptRounds::find() const {
    Found found{std::vector<broadcast::Text>(addresses_.size()), {}};
    std::error_code stays; // and is looked at again at the next start
    for (std::size_t at = 0; at < gather::OtherRound::most; ++at) {
        const auto file = kept_round_file(journal_, at);
        const auto text = files::read(file, gather::OtherRound::longest + longest_head);
        if (!text && text.error().why == files::Unreadable::Why::absent) continue;
        const bool is_wanted = at < addresses_.size();
        auto kept = text ? read_round(*text) : std::unexpected(text.error().text);
        if (!kept && is_wanted)
            found.troubles.push_back(file.string() + ' ' + kept.error() + ": what " + addresses_[at] +
                                     " showed last is shown again once it can be read there");
        else if (kept && is_wanted && kept->address == addresses_[at] && kept->round == round())
            found.rounds[at] = std::move(kept->pgn);
        else
            std::filesystem::remove(file, stays);
    }
    return found;
}

std::expected<void, std::string> KeptRounds::keep(std::size_t at, const broadcast::Text& pgn) const {
    const auto file = kept_round_file(journal_, at);
    const json::object head{
        {"address", addresses_[at]}, {"round", round()}, {"tag", server::Document(pgn).tag()}};
    const auto written = files::replace(file, json::serialize(head) + '\n' + *pgn, files::ReadableBy::owner);
    if (!written) return std::unexpected(file.string() + ' ' + written.error());
    return {};
}

} // namespace adoube::adoubed
