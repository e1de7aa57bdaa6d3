#include "tools/adoube/hall/targets.hpp"

#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/hall/tell.hpp"

#include <boost/json.hpp>

namespace adoube::tools {

int run_targets(const TargetsOptions& options, Streams io) {
    namespace json = boost::json;
    const bool shows = options.verb.empty();
    auto command = shows ? json::value(json::object()) : json::value{{options.verb, options.name}};
    if (shows && options.json) command = "json";
    const auto told =
        tell(options.control, options.hall, json::serialize(json::object{{"targets", std::move(command)}}));
    if (!told) {
        say(io.err, "adoube targets: " + told.error());
        return bad_input;
    }
    if (shows) return print_told(*told, io, options.json);
    print_answer(*told, io, options.json);
    return success;
}

} // namespace adoube::tools
