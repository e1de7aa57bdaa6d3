#pragma once
// `adoube broker hub` and `adoube broker leaf`: NATS servers for an event of several halls. Outside the halls
// is the hub, which has the event's stream, for displays; in each hall a leaf, by which its daemon reaches
// the hub, and which keeps the hall's log for its second daemon to itself.

#include "tools/adoube/common/streams.hpp"

#include <string>
#include <vector>

namespace adoube::tools {

struct BrokerOptions {
    std::string folder; // made if it is not there
    std::string listen; // HOST:PORT, for daemons and displays
    // Of a hub:
    std::string leaves, event; // HOST:PORT for leaves
    std::vector<std::string> halls;
    std::string address; // by which leaves reach it
    // Of a leaf:
    std::string hub; // as the hub has told for its hall
};

/// Makes nats.conf there, if it is not there yet, says what each hall is to be told, and becomes nats-server.
/// Returns only where that cannot be started.
int run_broker_hub(const BrokerOptions& options, Streams io);
int run_broker_leaf(const BrokerOptions& options, Streams io);

/// `passwords`: of the halls, in order.
std::string hub_configuration(const BrokerOptions& options, const std::vector<std::string>& passwords);
std::string leaf_configuration(const BrokerOptions& options);

} // namespace adoube::tools
