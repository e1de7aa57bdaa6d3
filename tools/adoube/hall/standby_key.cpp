#include "tools/adoube/hall/standby_key.hpp"

#include "daemon/standby/sealed.hpp"
#include "tools/adoube/common/answer.hpp"

#include <boost/json/object.hpp>

namespace adoube::tools {

int run_standby_key(const StandbyKeyOptions& options, Streams io) {
    if (const auto made = standby::Key::make(options.file); !made) {
        say(io.err, "adoube hall: " + made.error());
        return bad_input;
    }
    if (options.json) {
        put_json(io.out, boost::json::object{{"key", options.file}});
        return success;
    }
    say(io.out, "made " + options.file +
                    "; name it as key in [standby] of the hall's configuration, then copy both to the other "
                    "computer, and start its daemon with --role standby");
    return success;
}

} // namespace adoube::tools
