#include "daemon/tournament/pairing_file.hpp"

#include "daemon/tournament/pairing_csv.hpp"
#include "daemon/tournament/pairing_pgn.hpp"
#include "daemon/tournament/trf.hpp"

namespace adoube::tournament {
namespace {

bool is_trf(const TextFile& file) {
    for (std::size_t at = 0; at < file.size(); ++at)
        if (file.line(at).starts_with(U"001 ")) return true;
    return false;
}

bool is_pgn(const TextFile& file) {
    for (std::size_t at = 0; at < file.size(); ++at)
        if (const auto& line = file.line(at); line.find_first_not_of(U" \t") != std::u32string::npos)
            return line.starts_with(U'[') || line.starts_with(U'%');
    return false;
}

std::expected<PairingFile, std::string> pairings_of(const std::string& bytes, std::optional<int> round) {
    const TextFile file(bytes);
    if (is_trf(file)) {
        const auto trf = Trf::read(bytes);
        if (!trf) return std::unexpected(trf.error());
        return PairingFile{trf->round(round.value_or(trf->last_round())), false};
    }
    auto list = is_pgn(file) ? pairings_of_pgn(bytes, round) : pairings_of_csv(bytes, round);
    if (!list) return std::unexpected(list.error());
    return PairingFile{std::move(*list), true};
}

} // namespace

std::expected<PairingFile, std::string> read_pairings(const RoundFile& file, std::optional<int> round) {
    auto pairings = pairings_of(file.bytes, round);
    if (!pairings) return std::unexpected(file.name + ": " + pairings.error());
    return pairings;
}

} // namespace adoube::tournament
