#include "daemon/adoubed/kept_event.hpp"

#include "daemon/adoubed/config.hpp"
#include "daemon/boost/parse_json.hpp"
#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"
#include "daemon/record/sensor_log.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

constexpr std::size_t longest_kept_event = 1 << 20;

struct EventOfTables {
    record::Header header;
    std::vector<std::string> rounds; // of the configurations that it counts for
};

std::expected<EventOfTables, std::string> read_event_of_tables(const std::string& text) {
    const auto value = parse_json(text);
    const auto* object = value ? value->if_object() : nullptr;
    const auto* header = object && object->contains("header") ? object->at("header").if_string() : nullptr;
    const auto* rounds = object && object->contains("rounds") ? object->at("rounds").if_array() : nullptr;
    if (!header || !rounds || !std::ranges::all_of(*rounds, [](const auto& one) { return one.is_string(); }))
        return std::unexpected(std::string("does not hold an event"));
    auto read = record::parse_header(std::string_view(*header));
    if (!read) return std::unexpected("does not hold an event: " + read.error());
    EventOfTables event{std::move(*read), {}};
    for (const auto& round : *rounds) event.rounds.emplace_back(round.get_string());
    return event;
}

} // namespace

std::expected<KeptEvent, std::string> KeptEvent::open(const std::filesystem::path& journal,
                                                      const record::Header& configured) {
    KeptEvent event(journal.string() + "-event", configured);
    const auto text = files::read(event.file_, longest_kept_event);
    if (!text && text.error().why == files::Unreadable::Why::absent) return event;
    auto kept = text ? read_event_of_tables(*text) : std::unexpected(text.error().text);
    if (!kept)
        return std::unexpected(
            event.file_.string() + " " + kept.error() +
            ": it keeps by which event the tables' games are found in the journal; restore "
            "it, or remove it to begin with new games");
    if (std::ranges::find(kept->rounds, round_id(configured)) != kept->rounds.end())
        event.of_tables_ = std::move(kept->header);
    return event;
}

std::expected<void, std::string> KeptEvent::follow(const record::Header& former,
                                                   const record::Header& next) const {
    if (record::to_line(former) == record::to_line(next)) return {};
    const json::object text{{"header", record::to_line(of_tables_)},
                            {"rounds", {round_id(former), round_id(next)}}};
    const auto written = files::replace(file_, json::serialize(text) + '\n', files::ReadableBy::owner);
    if (!written) return std::unexpected("nothing is saved, since " + file_.string() + " " + written.error());
    return {};
}

} // namespace adoube::adoubed
