#include "daemon/round/complaint.hpp"

#include "daemon/chess/types.hpp"

#include <array>
#include <charconv>

namespace adoube::round {
namespace {

std::string names_of(std::uint64_t squares) {
    std::string names;
    while (squares != 0) names += (names.empty() ? "" : " ") + chess::to_string(chess::pop(squares));
    return names;
}

std::optional<std::string> about_start(wire::ResetCause cause) {
    switch (cause) {
    case wire::ResetCause::brown_out:
        return "its supply sank, and it started anew: look at its cable and charger";
    case wire::ResetCause::watchdog: return "its firmware hung, and its watchdog started it anew";
    default: return std::nullopt;
    }
}

std::string hexadecimal(std::uint32_t value) {
    std::array<char, 8> digits;
    const auto end = std::to_chars(digits.begin(), digits.end(), value, 16).ptr;
    return "0x" + std::string(digits.begin(), end);
}

} // namespace

std::optional<std::string> fault_told(const wire::Chip& chip) {
    if (chip.fault_at == 0) return std::nullopt;
    return "its firmware stopped at " + hexadecimal(chip.fault_at) + ", called by " +
           hexadecimal(chip.called_by) + ": tell its makers, with the firmware's version";
}

std::vector<std::string> complaints(const wire::Condition& now, const std::optional<wire::Condition>& last) {
    std::vector<std::string> all;
    if (!last)
        if (auto start = about_start(now.reset_cause)) all.push_back(std::move(*start));
    const std::uint64_t before = last ? last->broken : 0;
    if (const auto broken = now.broken & ~before)
        all.push_back("its wiring or sensors are at fault, and it does not see " + names_of(broken));
    if (const auto mended = before & ~now.broken) all.push_back("it sees " + names_of(mended) + " again");
    return all;
}

} // namespace adoube::round
