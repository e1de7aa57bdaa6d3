#pragma once
// Where a message is: ROOT.HALL.game.ID, ROOT.HALL.standings, ROOT.HALL.alive. ROOT and HALL are names of the
// organiser's, the same in all halls of an event and another in each. A game's id is one token of a subject:
// its dots are written as "~", which is in no id.

#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace adoube::stream {

/// An error is a sentence with the reason, as "… may hold letters, digits, - and _ alone".
std::expected<void, std::string> check_name(std::string_view name);

/// Below ROOT.HALL.
std::string game_subject(std::string_view id);
inline constexpr std::string_view standings_subject = "standings", alive_subject = "alive";

struct Subject {
    std::string hall, rest; // `rest` as game_subject() and the others above
};
/// Empty: not below this root.
std::optional<Subject> parse_subject(std::string_view subject, std::string_view root);
/// Of what game_subject() made; empty: no game's.
std::string game_id(std::string_view rest);

} // namespace adoube::stream
