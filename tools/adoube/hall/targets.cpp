#include "tools/adoube/hall/targets.hpp"

#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/hall/tell.hpp"

#include <boost/json.hpp>

namespace adoube::tools {

int run_targets(const TargetsOptions& options, Streams io) {
    namespace json = boost::json;
    json::object command;
    if (!options.verb.empty()) command[options.verb] = options.name;
    const auto told =
        tell(options.control, options.hall, json::serialize(json::object{{"targets", std::move(command)}}));
    if (!told) {
        say(io.err, "adoube targets: " + told.error());
        return bad_input;
    }
    say_lines(io.out, *told);
    return success;
}

} // namespace adoube::tools
