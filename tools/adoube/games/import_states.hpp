#pragma once
// `adoube import millennium FILE [-o LOG]`, and the other makers whose boards tell states alone: from
// recorded bytes to a sensor log, by the driver that reads such a board live.
//
// A recording has no times: one state is taken to follow the other after a usual scan.

#include "daemon/drivers/maker.hpp"
#include "tools/adoube/games/imported_log.hpp"

namespace adoube::tools {

struct ImportStatesOptions : ImportOptions {
    drivers::Maker maker{};
};

bool tells_states_alone(drivers::Maker maker);

/// 2 also if the recording holds anything but such messages: `err` names each place as FILE:byte N, and the
/// rest is still imported.
int run_import_states(const ImportStatesOptions& options, Streams io);

} // namespace adoube::tools
