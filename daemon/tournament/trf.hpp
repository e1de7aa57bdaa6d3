#pragma once
// A tournament in FIDE's text format, TRF16 or TRF26, as pairing programs read and write it. Read
// (trf_reader.cpp) for a round's pairings, and changed (trf_writer.cpp) in the results of a round and the
// points alone: every other byte stays. What it lacks of the event may be added.
//
// Columns count characters, from 1. Record 001: 5-8 start number, 10 sex, 11-13 title, 15-47 name, 49-52
// rating, 54-56 federation, 58-68 FIDE id, 81-84 points, 86-89 rank; round r from column 92+10(r-1): 4
// opponent, colour at +5, result at +7. A result: 1 = 0 played; W D L over in under one move; + - by forfeit;
// H F U Z byes; blank with an opponent: open. Record 132: the rounds' days (26/11/29), each at its round's
// column; record 240: byes of a round. Teams: record 013 (TRF16): 5-36 name, members 37-40, 42-45, …; record
// 310 (TRF26): 9-40 name, 55-60 match points, 62-67 game points, 69-71 rank, members 74-77, 79-82, …

#include "daemon/tournament/player.hpp"
#include "daemon/tournament/text_file.hpp"

#include <expected>
#include <optional>

namespace adoube::tournament {

/// What stands in the hall. Forfeits are no played results, and stay apart.
enum class Score : std::uint8_t {
    white_wins,
    black_wins,
    draw,
    white_by_forfeit,
    black_by_forfeit,
    both_forfeit
};
/// "1-0", "1/2-1/2", "+/-", "-/-", …
std::string_view to_string(Score score);
std::optional<Score> score_from(std::string_view text);

/// Record 310, or 013 where a file has no 310: there only the name and the members are known.
struct Team {
    std::string name;
    std::optional<double> match_points, game_points; // as the file has them
    int rank = 0;                                    // as well; 0: none
    std::vector<int> members;                        // start numbers of players in the file
};

class Trf {
  public:
    /// The error names the line. In names, characters that only turn the writing are left out.
    static std::expected<Trf, std::string> read(std::string_view bytes);

    const std::string& name() const { return name_; } // record 012
    /// By start number; points as in the file.
    const std::map<int, Player>& players() const { return players_; }
    /// In the order of the file.
    const std::vector<Team>& teams() const { return teams_; }
    /// The last for which anybody has an opponent; 0: none.
    int last_round() const;
    /// The last in which a game has a result; 0: none.
    int last_round_with_results() const;
    /// Boards are not in the format: all are 0. Contradictions are listed, not settled.
    RoundPairings round(int number) const;

    bool has_result(int round, int player) const { return cell(player, round).result != ' '; }
    /// Nothing where the file has it already, "open" for none. The error: it has another result, or no such
    /// game.
    std::expected<void, std::string> set_score(int round, int white, int black, Score score);
    /// A line for each of `values`, as of the deputies' record 112, behind the records before it. Nothing
    /// where the file has such a record with anything in it. Control characters become spaces.
    void add_of_event(int record, const std::vector<std::string>& values);
    std::string bytes() const { return file_.bytes(); }

  private:
    struct Cell {
        int opponent = 0;
        char colour = ' ', result = ' '; // colour in lower case
    };
    explicit Trf(TextFile file) : file_(std::move(file)) {}
    std::expected<void, std::string> read_player(std::size_t line);
    void read_teams();
    Team team_in(const std::u32string& line, std::size_t members_from) const;
    void read_absent(const std::u32string& line);
    void read_day(RoundPairings& pairings) const;
    Absent absent(const Player& player, int round) const;
    void read_points(const std::u32string& line);
    Cell cell(int player, int round) const;
    void find_faults(RoundPairings& pairings, int player) const;
    double value(char result) const;
    void set_cell(int player, int round, char result);
    void insert_line(std::size_t at, std::u32string text);
    int record_at(std::size_t line) const;

    TextFile file_;
    std::string name_;
    std::map<int, Player> players_;
    std::vector<Team> teams_;
    std::map<int, std::size_t> lines_;          // of each player
    std::map<int, std::map<int, char>> absent_; // by round and player: the type, from record 240
    std::optional<std::size_t> days_line_;      // record 132
    double win_ = 1, draw_ = 0.5, loss_ = 0;
};

} // namespace adoube::tournament
