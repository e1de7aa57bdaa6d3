#include "daemon/adoubed/kept_delay.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"

#include <boost/json.hpp>

#include <utility>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

constexpr std::size_t longest = 64 << 10;

struct Kept {
    std::int64_t delay_ms = 0, instead_of_ms = 0;
    std::string round, former_round;
};

std::expected<Kept, std::string> read_kept(const std::string& text) {
    const auto value = parse_json(text);
    const auto* object = value ? value->if_object() : nullptr;
    const auto* instead = object ? object->if_contains("instead_of_ms") : nullptr;
    const auto* delay = object ? object->if_contains("delay_ms") : nullptr;
    const auto text_of = [&](const char* key) {
        const auto* found = object->if_contains(key);
        return found && found->is_string() ? std::string(found->get_string()) : std::string();
    };
    if (!instead || !delay || !instead->is_int64() || !delay->is_int64() || delay->get_int64() < 0)
        return std::unexpected("does not hold a delay");
    return Kept{delay->get_int64(), instead->get_int64(), text_of("round"), text_of("former_round")};
}

} // namespace

std::expected<KeptDelay, std::string> KeptDelay::open(const std::filesystem::path& journal,
                                                      std::int64_t configured_ms, std::string round) {
    KeptDelay delay(journal.string() + "-delay", configured_ms, std::move(round));
    const auto text = files::read(delay.file_, longest);
    if (!text && text.error().why == files::Unreadable::Why::absent) return delay;
    const auto kept = text ? read_kept(*text) : std::unexpected(text.error().text);
    if (!kept)
        return std::unexpected(delay.file_.string() + " " + kept.error() +
                               ": it keeps a delay that was set while a round ran; remove it to go on with "
                               "the configured one");
    if (kept->instead_of_ms == configured_ms &&
        (kept->round == delay.round_ || kept->former_round == delay.round_)) {
        delay.ms_ = kept->delay_ms;
        return delay;
    }
    // Not only passed over: with that round or delay again, it would count again.
    if (const auto forgotten = delay.change(configured_ms); !forgotten)
        return std::unexpected(forgotten.error());
    if (kept->delay_ms != kept->instead_of_ms) delay.forgotten_ms_ = kept->delay_ms;
    return delay;
}

std::expected<void, std::string> KeptDelay::write(std::int64_t delay_ms,
                                                  const std::string& former_round) const {
    json::object text{{"delay_ms", delay_ms}, {"instead_of_ms", configured_ms_}, {"round", round_}};
    if (!former_round.empty()) text["former_round"] = former_round;
    const auto written = files::replace(file_, json::serialize(text) + '\n', files::ReadableBy::everybody);
    if (!written)
        return std::unexpected("the delay stays as it is, since " + file_.string() + " " + written.error());
    return {};
}

std::expected<void, std::string> KeptDelay::change(std::int64_t delay_ms) {
    auto written = write(delay_ms);
    if (written) ms_ = delay_ms;
    return written;
}

std::expected<void, std::string> KeptDelay::follow(std::string round) {
    const auto former = std::exchange(round_, std::move(round));
    if (ms_ <= configured_ms_ || former == round_) return {};
    auto written = write(ms_, former);
    if (!written) round_ = former;
    return written;
}

std::string delay_in_words(std::int64_t delay_ms) {
    const auto seconds = delay_ms / 1000;
    if (seconds == 0) return "none";
    const bool minutes = seconds % 60 == 0;
    const auto count = minutes ? seconds / 60 : seconds;
    return std::to_string(count) + (minutes ? " minute" : " second") + (count == 1 ? "" : "s");
}

std::string late_in_words(std::int64_t delay_ms) {
    return delay_ms == 0 ? "at once" : delay_in_words(delay_ms) + " late";
}

} // namespace adoube::adoubed
