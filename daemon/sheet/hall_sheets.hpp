#pragma once
// The full sheets of a hall's games out of its journal, also while its daemon writes it. Slow: it replays
// every game. Errors are one sentence.

#include "daemon/access/rights.hpp"
#include "daemon/account/local_time.hpp"
#include "daemon/sheet/record_sheet.hpp"

#include <filesystem>
#include <functional>

namespace adoube::sheet {

struct HowWritten {
    Options how;
    std::string site{}; // as for written_of
    account::LocalTime local;
    std::int64_t now_utc_s = 0; // when games are in play that have not ended
};

struct HallSheet {
    std::string record_id;
    Sheet sheet;
};
std::expected<HallSheet, std::string> sheet_of_game(const std::filesystem::path& journal,
                                                    const std::string& record_id, const HowWritten& written);

struct RoundSheets {
    std::vector<HallSheet> sheets;    // by board; of games in play as far as they are completed
    std::vector<std::string> missing; // "board 5, Adams, Ann - Baker, Ben: has not begun", each, or why not
};
/// Of those boards alone that `who` may see. `round` as for results::games_in. `told`, which may be empty,
/// gets how many of `all` are done.
std::expected<RoundSheets, std::string>
sheets_of_round(const std::filesystem::path& journal, int round, const access::Grant& who,
                const HowWritten& written,
                const std::function<void(std::size_t done, std::size_t all)>& told = {});

} // namespace adoube::sheet
