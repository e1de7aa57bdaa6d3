#pragma once
// Two computers, boards whose cables go from one to the other, and a broker between them that forgets,
// doubles and is away; written from protocol/README.md (section 4) and from what brokers do.

#include "daemon/standby/followed_log.hpp"
#include "daemon/standby/hall_log.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace adoube::tests {

using standby::Epoch;

/// Keeps numbered events until they are acknowledged, by no host older than the newest.
struct ModelBoard {
    std::uint64_t happened = 0, acked = 0;
    Epoch epoch = 0;
    int at = -1;                         // whose cable it has
    std::set<std::uint64_t> acked_alone; // by a host that was without the other

    /// False: of an older host.
    bool acknowledge(std::uint64_t next, Epoch by, bool alone) {
        if (by < epoch) return false;
        epoch = by;
        for (; acked < next && acked < happened; ++acked)
            if (alone) acked_alone.insert(acked);
        return true;
    }
};

/// A disk: what is written stays, whatever happens to the computer.
struct ModelJournal {
    std::vector<std::string> records; // "board event"
    std::map<int, std::uint64_t> heard{};

    void write(const std::string& record) {
        std::istringstream words(record);
        int board = 0;
        std::uint64_t event = 0;
        words >> board >> event;
        records.push_back(record);
        heard[board] = event + 1;
    }
    std::string all() const { return lines(0); }
    std::string lines(std::size_t from) const {
        std::string text;
        for (auto at = from; at < records.size(); ++at) text += records[at] + '\n';
        return text;
    }
    void write_lines(const std::string& text) {
        std::istringstream in(text);
        for (std::string line; std::getline(in, line);) write(line);
    }
    bool begins_with(const ModelJournal& other) const {
        return other.records.size() <= records.size() &&
               std::equal(other.records.begin(), other.records.end(), records.begin());
    }
};

/// What is stored is read in order, from the start by whoever connects; a message may be stored twice.
struct ModelBroker {
    bool is_up = true;
    std::vector<standby::Entry> entries;
    std::uint64_t starts = 1; // readers begin anew

    void forget(std::size_t last) {
        entries.resize(entries.size() - std::min(last, entries.size()));
        ++starts;
    }
};

} // namespace adoube::tests
