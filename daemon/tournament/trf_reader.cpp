#include "daemon/text/quoting.hpp"
#include "daemon/tournament/trf.hpp"
#include "daemon/tournament/trf_columns.hpp"

#include <cstdlib>

namespace adoube::tournament {
namespace {

std::string at_line(std::size_t line) { return "line " + std::to_string(line + 1) + ": "; }

std::string digits_in(const std::u32string& line, std::size_t first, std::size_t size) {
    auto text = text_in(line, first, size);
    const bool is_number = text.find_first_not_of("0123456789") == std::string::npos;
    return is_number && text.find_first_not_of('0') != std::string::npos ? text : std::string();
}

std::optional<double> points_in(const std::u32string& line, std::size_t first, std::size_t size) {
    auto text = text_in(line, first, size);
    std::ranges::replace(text, ',', '.');
    char* end = nullptr;
    const double points = std::strtod(text.c_str(), &end);
    const bool is_whole = !text.empty() && *end == '\0' && points >= 0 && points < 1000;
    return is_whole ? std::optional(points) : std::nullopt;
}

/// In words, what the name in a line of the event, a player or a team cannot have.
std::string unfit_name(std::string_view record, const std::u32string& line) {
    if (record == "001") return text::unfit_in(name_in(line, 15, 33));
    if (record == "012") return text::unfit_in(name_in(line, 5, line.size()));
    if (record == "013") return text::unfit_in(name_in(line, 5, 32));
    return record == "310" ? text::unfit_in(name_in(line, 9, 32)) : std::string();
}

} // namespace

std::expected<Trf, std::string> Trf::read(std::string_view bytes) {
    Trf trf{TextFile(bytes)};
    for (std::size_t at = 0; at < trf.file_.size(); ++at) {
        const auto& line = trf.file_.line(at);
        const auto record = text_in(line, 1, 3);
        if (const auto what = unfit_name(record, line); !what.empty())
            return std::unexpected(at_line(at) + "its name holds " + what + ": correct it in the file");
        if (record == "012") trf.name_ = name_in(line, 5, line.size());
        if (record == "132") trf.days_line_ = at;
        if (record == "240") trf.read_absent(line);
        if (record == "BBW" || record == "BBD" || record == "BBL") trf.read_points(line);
        if (record != "001") continue;
        if (auto read = trf.read_player(at); !read) return std::unexpected(read.error());
    }
    if (trf.players_.empty())
        return std::unexpected(std::string("it has no players (lines that begin with 001): this is no TRF"));
    trf.read_teams();
    return trf;
}

std::expected<void, std::string> Trf::read_player(std::size_t at) {
    const auto& line = file_.line(at);
    const auto number = number_in(line, 5, 4);
    if (!number || *number < 1)
        return std::unexpected(at_line(at) + text::quoted(text_in(line, 5, 4)) +
                               " is no start number (columns 5 to 8)");
    if (const auto before = lines_.find(*number); before != lines_.end())
        return std::unexpected(at_line(at) + "start number " + std::to_string(*number) + " is that of line " +
                               std::to_string(before->second + 1) + ", too");
    Player player;
    player.start_number = *number;
    player.title = title_from(text_in(line, 11, 3));
    player.name = name_in(line, 15, 33);
    player.rating = digits_in(line, 49, 4);
    player.federation = text_in(line, 54, 3);
    player.fide_id = digits_in(line, 58, 11);
    player.points = points_in(line, points_at, points_size).value_or(0);
    player.rank = number_in(line, rank_at, rank_size).value_or(0);
    lines_.emplace(*number, at);
    players_.emplace(*number, std::move(player));
    return {};
}

Team Trf::team_in(const std::u32string& line, std::size_t members_from) const {
    Team team;
    for (auto at = members_from; at <= line.size(); at += 5)
        if (const auto member = number_in(line, at, 4); member && players_.contains(*member))
            team.members.push_back(*member);
    return team;
}

/// A file that has both kinds says the same twice.
void Trf::read_teams() {
    std::vector<Team> of_trf16;
    for (std::size_t at = 0; at < file_.size(); ++at) {
        const auto& line = file_.line(at);
        const auto record = text_in(line, 1, 4);
        if (record == "013") {
            of_trf16.push_back(team_in(line, 37));
            of_trf16.back().name = name_in(line, 5, 32);
        } else if (record == "310") {
            auto& team = teams_.emplace_back(team_in(line, 74));
            team.name = name_in(line, 9, 32);
            team.match_points = points_in(line, 55, 6);
            team.game_points = points_in(line, 62, 6);
            team.rank = number_in(line, 69, 3).value_or(0);
        }
    }
    if (teams_.empty()) teams_ = std::move(of_trf16);
    for (const auto& team : teams_)
        for (const int member : team.members) players_.at(member).team = team.name;
}

void Trf::read_absent(const std::u32string& line) {
    const auto round = number_in(line, 7, 3);
    for (std::size_t at = 11; round && at <= line.size(); at += 5)
        if (const auto player = number_in(line, at, 4)) absent_[*round][*player] = letter_in(line, 5);
}

void Trf::read_points(const std::u32string& line) {
    const auto points = points_in(line, 5, 5);
    const auto record = text_in(line, 1, 3);
    if (points) (record == "BBW" ? win_ : record == "BBD" ? draw_ : loss_) = *points;
}

} // namespace adoube::tournament
