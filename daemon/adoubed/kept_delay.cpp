#include "daemon/adoubed/kept_delay.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"

#include <boost/json.hpp>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

constexpr std::size_t longest = 1024;

/// Empty if it was a change of another configured delay, or is no such file.
std::expected<std::optional<std::int64_t>, std::string> kept(const std::string& text,
                                                             std::int64_t configured_ms) {
    const auto value = parse_json(text);
    const auto* object = value ? value->if_object() : nullptr;
    const auto* instead = object ? object->if_contains("instead_of_ms") : nullptr;
    const auto* delay = object ? object->if_contains("delay_ms") : nullptr;
    if (!instead || !delay || !instead->is_int64() || !delay->is_int64() || delay->get_int64() < 0)
        return std::unexpected("does not hold a delay");
    if (instead->get_int64() != configured_ms) return std::nullopt;
    return delay->get_int64();
}

} // namespace

std::expected<KeptDelay, std::string> KeptDelay::open(const std::filesystem::path& journal,
                                                      std::int64_t configured_ms) {
    KeptDelay delay(journal.string() + "-delay", configured_ms);
    const auto text = files::read(delay.file_, longest);
    if (!text && text.error().why == files::Unreadable::Why::absent) return delay;
    const auto known = text ? kept(*text, configured_ms) : std::unexpected(text.error().text);
    if (!known)
        return std::unexpected(delay.file_.string() + " " + known.error() +
                               ": it keeps a delay that was set while a round ran; remove it to go on with "
                               "the configured one");
    delay.ms_ = known->value_or(configured_ms);
    return delay;
}

std::expected<void, std::string> KeptDelay::change(std::int64_t delay_ms) {
    const json::object text{{"delay_ms", delay_ms}, {"instead_of_ms", configured_ms_}};
    const auto written = files::replace(file_, json::serialize(text) + '\n', files::ReadableBy::everybody);
    if (!written)
        return std::unexpected("the delay stays as it is, since " + file_.string() + " " + written.error());
    ms_ = delay_ms;
    return {};
}

std::string delay_in_words(std::int64_t delay_ms) {
    const auto seconds = delay_ms / 1000;
    if (seconds == 0) return "nothing";
    const bool minutes = seconds % 60 == 0;
    const auto count = minutes ? seconds / 60 : seconds;
    return std::to_string(count) + (minutes ? " minute" : " second") + (count == 1 ? "" : "s");
}

} // namespace adoube::adoubed
