#pragma once
// Whether another daemon has taken over a hall while this one was down, before it says or shows anything.

#include "daemon/nats/settings.hpp"
#include "daemon/standby/epoch.hpp"
#include "daemon/standby/sealed.hpp"

#include <functional>
#include <optional>

namespace adoube::nats {

/// Listens for a little over a second; where the server cannot be reached, for three seconds at most. The
/// other's epoch; empty: none is heard, or this daemon is to end.
std::optional<standby::Epoch> newer_daemon(const Settings& settings, const standby::Key& key,
                                           standby::Epoch epoch, const std::function<bool()>& is_to_end);

} // namespace adoube::nats
