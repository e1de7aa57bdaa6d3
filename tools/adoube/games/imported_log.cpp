#include "tools/adoube/games/imported_log.hpp"

#include "daemon/record/sensor_log.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"

#include <ostream>

namespace adoube::tools {

bool write_log(const SensorLog& log, const ImportOptions& options, Streams io) {
    std::string text = to_line(log.header) + '\n';
    for (const auto& input : log.inputs) text += to_line(input) + '\n';
    if (options.log.empty()) {
        io.out << text << std::flush;
        return true;
    }
    const auto written = write_file(options.log, text);
    if (!written) say(io.err, written.error());
    return written.has_value();
}

} // namespace adoube::tools
