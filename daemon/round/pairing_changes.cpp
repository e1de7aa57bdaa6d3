#include "daemon/round/pairing_changes.hpp"

#include "daemon/text/quoting.hpp"

#include <algorithm>
#include <array>
#include <ranges>

namespace adoube::round {
namespace {

enum class Kind : std::uint8_t { is_new, moved, renamed, colours, corrected, unchanged };
constexpr std::array kinds =
    std::to_array<std::pair<Kind, std::string_view>>({{Kind::is_new, "new"},
                                                      {Kind::moved, "moved"},
                                                      {Kind::renamed, "renamed"},
                                                      {Kind::colours, "with other colours"},
                                                      {Kind::corrected, "corrected otherwise"},
                                                      {Kind::unchanged, "unchanged"}});

std::string board(int number) { return "board " + std::to_string(number); }

std::string name_of(const record::Tags& tags, const char* side) {
    const auto name = tags.find(side);
    return name == tags.end() || name->second.empty() ? "?" : text::shown(name->second);
}

bool has_changed_sides(const record::Tags& was, const record::Tags& is) {
    const auto same = [&](const char* side, const char* as) { return is_same_player(was, side, is, as); };
    return same("White", "Black") && same("Black", "White") &&
           !(same("White", "White") && same("Black", "Black"));
}

/// ", White was Smth, Jo"; of both players only who they were.
std::string renamed(const record::Tags& was, const record::Tags& is) {
    const bool white = name_of(was, "White") != name_of(is, "White");
    const bool black = name_of(was, "Black") != name_of(is, "Black");
    if (white && black) return ", instead of " + players_of(was);
    if (white) return ", White was " + name_of(was, "White");
    if (black) return ", Black was " + name_of(was, "Black");
    return {};
}

class Telling {
  public:
    Telling(std::span<const Sitting> tables, std::span<const Wanted> wanted)
        : tables_(tables), wanted_(wanted) {}

    void look_at(std::size_t table, const Assignment& seat) {
        if (seat.wanted)
            look_at_game(table, seat);
        else if (tables_[table].number != seat.number)
            told_.changes.push_back({table, board(seat.number) + ": " + without_game(tables_[table], seat) +
                                                "; until now " + board(tables_[table].number)});
        else if (!seat.left && is_of_list(tables_[table]))
            not_in_list_.push_back(seat.number);
    }

    PairingChanges take() {
        told_.counted = std::to_string(wanted_.size()) + (wanted_.size() == 1 ? " game: " : " games: ");
        std::string all;
        for (const auto& [kind, name] : kinds)
            if (const auto found = counted_.find(kind); found != counted_.end())
                all += (all.empty() ? "" : ", ") + std::to_string(found->second) + ' ' + std::string(name);
        const bool changes = counted_.size() > 1 || !counted_.contains(Kind::unchanged);
        told_.counted += changes ? all : "nothing changes";
        std::ranges::sort(not_in_list_);
        for (const int number : not_in_list_)
            told_.counted +=
                (number == not_in_list_.front() ? "; not in the list, and left as they are: board " : ", ") +
                std::to_string(number);
        return std::move(told_);
    }

  private:
    /// A game of its round.
    bool is_of_list(const Sitting& here) const {
        return !is_unnamed(here.tags) && !wanted_.empty() && is_same_round(here.tags, wanted_.front().tags);
    }

    static std::string without_game(const Sitting& here, const Assignment& seat) {
        return seat.left || is_unnamed(here.tags) ? "no game"
                                                  : players_of(here.tags) + ", which is not in the list";
    }

    void count(Kind kind) { ++counted_[kind]; }

    void look_at_game(std::size_t table, const Assignment& seat) {
        const auto& game = wanted_[*seat.wanted];
        const auto told = board(seat.number) + ": " + players_of(game.tags);
        if (!seat.from || is_unnamed(tables_[*seat.from].tags)) {
            count(Kind::is_new);
            return told_.changes.push_back(
                {table, told + ", new" + what_was_played(table, seat), !seat.begun});
        }
        const auto what = changes_of(table, game, seat);
        if (what.empty()) return count(Kind::unchanged);
        told_.changes.push_back({table, told + what});
    }

    std::string what_was_played(std::size_t table, const Assignment& seat) const {
        if (!seat.begun) return {};
        const auto plies = tables_[table].plies;
        return ": it is the game that was begun there without names" +
               (plies == 0 ? std::string() : ", with " + std::to_string(plies) + " plies made");
    }

    std::string changes_of(std::size_t table, const Wanted& is, const Assignment& seat) {
        const auto& was = tables_[*seat.from];
        std::string text;
        if (was.number != seat.number) {
            count(Kind::moved);
            text += (seat.from == table ? ", at the table that was " : ", moved from ") + board(was.number);
        }
        if (has_changed_sides(was.tags, is.tags)) {
            count(Kind::colours);
            return text + ", with the colours the other way round";
        }
        if (const auto names = renamed(was.tags, is.tags); !names.empty()) {
            count(Kind::renamed);
            return text + names;
        }
        const auto others = others_of(was, is, seat);
        if (!others.empty()) count(Kind::corrected);
        return text + others;
    }

    static std::string others_of(const Sitting& was, const Wanted& is, const Assignment& seat) {
        std::string text;
        for (const auto& [name, value] : corrections(was.tags, is.tags, seat.begun))
            if (name != "Board" && name != "GameId") text += (text.empty() ? ", other " : ", ") + name;
        if (!seat.begun && was.play != is.play)
            text += ", another time control, start position or edition of the Laws";
        return text;
    }

    std::span<const Sitting> tables_;
    std::span<const Wanted> wanted_;
    std::map<Kind, int> counted_;
    std::vector<int> not_in_list_;
    PairingChanges told_;
};

} // namespace

std::string PairingChanges::told() const {
    std::string text = counted;
    if (std::ranges::all_of(changes, &Change::is_new)) return text;
    for (const auto& change : changes) text += '\n' + change.sentence;
    return text;
}

PairingChanges pairing_changes(std::span<const Sitting> tables, std::span<const Wanted> wanted,
                               std::span<const Assignment> seats) {
    Telling telling(tables, wanted);
    std::vector<std::size_t> by_board(seats.size());
    for (std::size_t table = 0; table < seats.size(); ++table) by_board[table] = table;
    std::ranges::sort(by_board, {}, [&](std::size_t table) { return seats[table].number; });
    for (const auto table : by_board) telling.look_at(table, seats[table]);
    return telling.take();
}

} // namespace adoube::round
