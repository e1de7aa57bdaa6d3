#include "daemon/adoubed/hall_setup.hpp"

#include "daemon/adoubed/check_config.hpp"
#include "daemon/boost/parse_json.hpp"
#include "daemon/drivers/maker.hpp"
#include "daemon/files/replace.hpp"
#include "daemon/server/refusal.hpp"
#include "daemon/server/token_desk.hpp"
#include "daemon/text/ranges.hpp"

#include <boost/json.hpp>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

server::Response json_response(std::string body, unsigned status = 200) {
    return {.status = status,
            .type = "application/json",
            .body = std::move(body) + '\n',
            .etag = {},
            .fields = {}};
}
json::value numbers_of(const std::set<int>& playing) {
    return playing.empty() ? json::value(nullptr) : json::value(text::ranges(playing));
}

struct HallRequest {
    std::string of;
    AskedHall hall;
    bool only_look = false;
};
std::expected<HallRequest, std::string> hall_request(std::string_view body) {
    const auto value = parse_json(body);
    if (!value) return std::unexpected(value.error());
    const auto* const object = value->if_object();
    const auto* const of = object && object->contains("of") ? object->at("of").if_string() : nullptr;
    const auto* const hall = object && object->contains("hall") ? object->at("hall").if_object() : nullptr;
    if (!of || !hall) return std::unexpected(std::string(R"(the request must be {"of":"…","hall":{…}})"));
    auto asked = asked_hall(*hall);
    if (!asked) return std::unexpected(asked.error());
    const auto* const look = object->if_contains("look");
    return HallRequest{std::string(*of), std::move(*asked), look && look->is_bool() && look->get_bool()};
}

/// The secrets first, as the file is of no use without them; those that are new go again where one cannot be
/// written.
std::expected<void, SettingsRefusal> written_hall(const FileSeen& file, const ChangedHall& hall) {
    std::expected<void, SettingsRefusal> done;
    std::size_t made = 0;
    for (; made < hall.secrets.size() && done; ++made) {
        const auto& [path, text, is_new] = hall.secrets[made];
        const auto kept = is_new ? files::make(path, text + '\n', files::ReadableBy::owner)
                                 : files::replace(path, text + '\n', files::ReadableBy::owner);
        if (!kept)
            done = std::unexpected(SettingsRefusal{"it is not saved: " + path.string() + ' ' + kept.error()});
    }
    if (done && hall.toml != hall.before) done = file.write(hall.before, hall.toml);
    std::error_code ignored;
    for (std::size_t at = 0; !done && at < made; ++at)
        if (hall.secrets[at].is_new) std::filesystem::remove(hall.secrets[at].file, ignored);
    return done;
}

std::string joined_names(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

} // namespace

std::string playing_in_words(const std::set<int>& playing) {
    if (playing.empty()) return {};
    return (playing.size() == 1 ? "a game is played at table " : "games are played at the tables ") +
           text::ranges(playing);
}

HallSetup::Answer HallSetup::refused(const SettingsRefusal& refusal) {
    return {json_response(to_json(refusal), refusal.outdated ? 409U : 422U)};
}

HallSetup::Answer HallSetup::answer(const server::DeskRequest& request, const std::string& by,
                                    const std::set<int>& playing) const {
    const auto path = server::path_of(request.target);
    if (path == server::save_hall_path) return saved(request.body, by, playing);
    if (path == server::restart_path) return start(request.body, by, playing);
    return shown(playing, {});
}

HallSetup::Answer HallSetup::shown(const std::set<int>& playing, const std::string& answer) const {
    const auto toml = file_.read();
    if (!toml) return refused({toml.error()});
    if (const auto config = parse_config(*toml, file_.path()); !config)
        return refused({(running_.why_former.empty() ? config.error() : running_.why_former) +
                        "; put the file right first"});
    const auto waiting = waiting_for_start(running_.text, *toml);
    json::array makers;
    for (const auto& maker : drivers::makers) makers.push_back({{"word", maker.word}, {"name", maker.name}});
    json::object told{
        {"of", FileSeen::version_of(*toml)},
        {"file", file_.path().string()},
        {"refused", nullptr},
        {"hall", hall_in(*toml)},
        {"makers", std::move(makers)},
        {"waiting", json::array(waiting.begin(), waiting.end())},
        {"playing", numbers_of(playing)},
        {"started", started_.count()},
        {"former", running_.why_former.empty() ? json::value(nullptr) : json::value(running_.why_former)}};
    if (!answer.empty()) told["answer"] = answer;
    return {json_response(json::serialize(told))};
}

Config HallSetup::as_started(Config next) const {
    const auto configured = parse_config(running_.text, running_.file);
    if (!configured) return next;
    if (running_.journal != configured->journal) next.journal = running_.journal;
    if (running_.control != configured->control) next.control = running_.control;
    if (running_.listen != configured->listen) next.listen = running_.listen;
    return next;
}

HallSetup::Answer HallSetup::saved(std::string_view body, const std::string& by,
                                   const std::set<int>& playing) const {
    const auto request = hall_request(body);
    if (!request) return refused({request.error()});
    const auto toml = file_.read(request->of);
    if (!toml) return refused(toml.error());
    const auto hall = with_hall(*toml, running_.file, file_.path(), request->hall, playing);
    if (!hall) return refused(hall.error());
    auto wrong = why_no_new_start(as_started(*parse_config(hall->toml, running_.file)), running_);
    for (const char* other : {"tls", "journal", "control", "livechess", "program"}) // not of this form
        wrong.erase(other);
    if (!wrong.empty())
        return refused({.sentence = wrong.begin()->first.empty() ? wrong.begin()->second
                                                                 : "nothing is saved: look at what is marked",
                        .fields = std::move(wrong)});
    if (request->only_look) return {json_response(changes_json(hall->told))};
    if (const auto done = written_hall(file_, *hall); !done) return refused(done.error());
    auto answer = hall->changed.empty() ? "nothing is new, and nothing was written"
                                        : "new in " + file_.name() + ": " + joined_names(hall->changed) +
                                              "; it counts from the next start" +
                                              (hall->toml == hall->before
                                                   ? std::string()
                                                   : "; the file as it was is " + file_.name() + ".before");
    auto told = shown(playing, answer);
    if (!hall->changed.empty()) told.for_log = std::move(answer) + (by.empty() ? "" : ", says " + by);
    return told;
}

HallSetup::Answer HallSetup::start(std::string_view body, const std::string& by,
                                   const std::set<int>& playing) const {
    const auto value = parse_json(body);
    const auto* const object = value ? value->if_object() : nullptr;
    const auto* const known = object ? object->if_contains("playing") : nullptr;
    if (!known) return refused({R"(the request must be {"playing":"1 to 3"}, or null)"});
    if (*known != numbers_of(playing))
        return refused(
            {.sentence = (playing.empty() ? "no game is played any more" : playing_in_words(playing)) +
                         ": say it again if you still mean it",
             .outdated = true});
    if (const auto why = why_no_start(); !why.empty()) return refused({"it would not start: " + why});
    return {.response = json_response(R"({"answer":"the hall starts again"})"),
            .for_log = "the daemon starts again" + (by.empty() ? std::string() : ", says " + by),
            .starts_again = true};
}

std::string HallSetup::why_no_start() const {
    const auto next = read_config(running_.file); // by the name that a start reads
    if (!next) return next.error();
    const auto wrong = why_no_new_start(as_started(*next), running_);
    return wrong.empty() ? std::string() : wrong.begin()->second;
}

} // namespace adoube::adoubed
