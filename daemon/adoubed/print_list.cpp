#include "daemon/adoubed/print_list.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"

#include <boost/json.hpp>

#include <optional>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

constexpr std::size_t longest_list = 8 << 20;

std::optional<PrintList::Doubtful> doubtful_from(const json::value& value) {
    const auto* const object = value.if_object();
    const auto* const game = object ? object->if_contains("game") : nullptr;
    const auto* const printed = object ? object->if_contains("printed") : nullptr;
    const auto* const why = object ? object->if_contains("why") : nullptr;
    if (!game || !printed || !why || !game->is_string() || !printed->is_bool() || !why->is_string())
        return std::nullopt;
    return PrintList::Doubtful{std::string(game->get_string()), printed->get_bool(),
                               std::string(why->get_string())};
}

std::optional<PrintList> list_from(const std::string& text) {
    const auto value = parse_json(text);
    const auto* const object = value ? value->if_object() : nullptr;
    const auto list_in = [&](const char* key) {
        const auto* const found = object ? object->if_contains(key) : nullptr;
        return found ? found->if_array() : nullptr;
    };
    const auto* const waiting = list_in("waiting");
    const auto* const doubtful = list_in("doubtful");
    if (!waiting || !doubtful) return std::nullopt;
    PrintList list;
    for (const auto& each : *waiting) {
        if (!each.is_string()) return std::nullopt;
        list.waiting.emplace_back(each.get_string());
    }
    for (const auto& each : *doubtful) {
        auto one = doubtful_from(each);
        if (!one) return std::nullopt;
        list.doubtful.push_back(std::move(*one));
    }
    return list;
}

} // namespace

std::expected<PrintList, std::string> PrintList::read(const std::filesystem::path& file) {
    const auto text = files::read(file, longest_list);
    if (!text && text.error().why == files::Unreadable::Why::absent) return PrintList{};
    auto list = text ? list_from(*text) : std::nullopt;
    if (!list)
        return std::unexpected(
            file.string() + " " + (text ? std::string("holds no list of scoresheets") : text.error().text) +
            ": those that waited for the printer before the restart are not printed; print "
            "them with adoube scoresheet");
    return std::move(*list);
}

std::expected<void, std::string> PrintList::write(const std::filesystem::path& file) const {
    json::array held;
    for (const auto& [game, printed, why] : doubtful)
        held.push_back(json::object{{"game", game}, {"printed", printed}, {"why", why}});
    const json::object text{{"waiting", json::array(waiting.begin(), waiting.end())},
                            {"doubtful", std::move(held)}};
    const auto written = files::replace(file, json::serialize(text) + '\n', files::ReadableBy::owner);
    if (!written)
        return std::unexpected(file.string() + " " + written.error() +
                               ": scoresheets that wait for the printer are forgotten if the daemon ends");
    return {};
}

} // namespace adoube::adoubed
