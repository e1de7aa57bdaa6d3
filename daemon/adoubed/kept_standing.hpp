#pragma once
// Where two daemons stand in for each other: which of them this one is, over restarts, beside the journal
// (hall.journal-standby). "serves EPOCH RUN" or "stands-by EPOCH RUN", numbers as in standby/.

#include "daemon/adoubed/config.hpp"
#include "daemon/standby/epoch.hpp"

#include <expected>
#include <optional>
#include <string>

namespace adoube::adoubed {

struct KeptStanding {
    bool serves = true;
    standby::Epoch epoch = standby::first_epoch;
    std::uint64_t run = 0;

    /// Empty: no such file yet. The error is one sentence.
    static std::expected<std::optional<KeptStanding>, std::string> read(const std::filesystem::path& journal);
    /// On the disk when it returns. The error is one sentence.
    std::expected<void, std::string> write(const std::filesystem::path& journal) const;
};

} // namespace adoube::adoubed
