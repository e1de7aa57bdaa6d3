#pragma once
// Where an event's stream is, on a NATS server with JetStream (docs.nats.io).

#include <filesystem>
#include <string>

namespace adoube::nats {

struct Settings {
    std::string url;                   // nats://host:4222 or tls://…
    std::string event;                 // ROOT of stream/subject.hpp
    std::string hall;                  // its name there; empty: a display's
    std::filesystem::path credentials; // as nsc makes them; empty: none are asked for
    std::string domain{}; // of the JetStream that has the event's stream; empty: the server's own
};

/// It holds of each subject of the event the newest message.
inline std::string stream_name(const Settings& settings) { return "adoube-" + settings.event; }

/// The sealed log of a hall, for its second daemon (daemon/standby): on the hall's own server alone, as what
/// begins with this goes to no other.
inline std::string log_subject(const Settings& settings) {
    return "adoube-log." + settings.event + '.' + settings.hall;
}
/// What the two daemons say to each other; no server keeps it.
inline std::string said_subject(const Settings& settings) { return log_subject(settings) + ".said"; }
inline std::string log_name(const Settings& settings) {
    return "adoube-log-" + settings.event + '@' + settings.hall; // '@' is in no name
}

/// The header with a message's version, as in stream/version.hpp.
inline constexpr auto version_header = "Adoube-Version";

} // namespace adoube::nats
