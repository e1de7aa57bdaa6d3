#pragma once
// The daemon's status for Prometheus: GET /metrics, in its text format 0.0.4. Names and units are as its
// guide to naming has them (prometheus.io/docs/practices/naming): seconds, bytes, and _total for what only
// grows.
//
// What is counted of a single board are faults alone, since its start or exchange. Records are those of all
// boards together, as of one board they would tell when a piece is touched there.

#include "daemon/adoubed/process_usage.hpp"
#include "daemon/adoubed/status.hpp"

#include <prometheus/client_metric.h>

namespace adoube::adoubed {

struct Measured {
    const Status& status;
    ProcessUsage process;
    prometheus::ClientMetric
        durable_after; // a histogram in seconds: from a record's handing in until it is durable
};

inline constexpr std::string_view metrics_type = "text/plain; version=0.0.4; charset=utf-8";

std::string to_metrics(const Measured& measured);

} // namespace adoube::adoubed
