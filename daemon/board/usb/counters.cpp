#include "daemon/board/usb/counters.hpp"

#include <utility>

namespace adoube::board::usb {

std::string Counters::account() const {
    const std::pair<const std::atomic<std::uint32_t>&, const char*> all[] = {
        {unplugged, "times unplugged"},
        {stalls, "stalls"},
        {transfer_errors, "transfer errors"},
        {overflows, "overflows"},
        {timeouts, "timeouts"},
        {short_transfers, "short transfers"},
        {not_submitted, "transfers refused by the system"},
        {halts_not_cleared, "halts that stayed"},
        {given_up, "times given up"},
        {bytes_not_sent, "bytes not sent"},
    };
    std::string text;
    for (const auto& [count, name] : all)
        if (const auto value = count.load(); value > 0)
            text += (text.empty() ? "" : ", ") + std::to_string(value) + " " + name;
    return text.empty() ? text : text + " so far";
}

} // namespace adoube::board::usb
