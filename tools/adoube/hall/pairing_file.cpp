#include "tools/adoube/hall/pairing_file.hpp"

#include "daemon/tournament/pairing_csv.hpp"
#include "daemon/tournament/pairing_pgn.hpp"
#include "daemon/tournament/trf.hpp"
#include "tools/adoube/common/files.hpp"

namespace adoube::tools {
namespace {

bool is_trf(const tournament::TextFile& file) {
    for (std::size_t at = 0; at < file.size(); ++at)
        if (file.line(at).starts_with(U"001 ")) return true;
    return false;
}

bool is_pgn(const tournament::TextFile& file) {
    for (std::size_t at = 0; at < file.size(); ++at)
        if (const auto& line = file.line(at); line.find_first_not_of(U" \t") != std::u32string::npos)
            return line.starts_with(U'[') || line.starts_with(U'%');
    return false;
}

std::expected<PairingFile, std::string> pairings_of(const std::string& bytes, std::optional<int> round) {
    const tournament::TextFile file(bytes);
    if (is_trf(file)) {
        const auto trf = tournament::Trf::read(bytes);
        if (!trf) return std::unexpected(trf.error());
        return PairingFile{trf->round(round.value_or(trf->last_round())), false};
    }
    auto list = is_pgn(file) ? tournament::pairings_of_pgn(bytes, round)
                             : tournament::pairings_of_csv(bytes, round);
    if (!list) return std::unexpected(list.error());
    return PairingFile{std::move(*list), true};
}

} // namespace

std::expected<PairingFile, std::string> read_pairings(const std::string& path, std::optional<int> round) {
    const auto bytes = read_file(path);
    if (!bytes) return std::unexpected(bytes.error());
    auto pairings = pairings_of(*bytes, round);
    if (!pairings) return std::unexpected(path + ": " + pairings.error());
    return pairings;
}

} // namespace adoube::tools
