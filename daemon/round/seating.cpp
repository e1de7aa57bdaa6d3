#include "daemon/round/seating.hpp"

#include "daemon/text/quoting.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace adoube::round {
namespace {

using State = Sitting::State;

std::string_view tag(const record::Tags& tags, std::string_view name) {
    const auto found = tags.find(name);
    return found == tags.end() ? std::string_view() : std::string_view(found->second);
}

constexpr auto add_a_table = ": give the configuration a [[board]] for it, without a port if it has no "
                             "electronics, and start the daemon again: the games lose nothing";
constexpr auto other_play = "another time control, start position or edition of the Laws than the list's";

bool is_known(std::string_view name) { return !name.empty() && name != "?"; }

/// Words in any order, without case and punctuation.
std::string in_order(std::string_view name) {
    std::vector<std::string> words(1);
    for (const char c : name) {
        const bool upper = c >= 'A' && c <= 'Z';
        const bool inside = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
        if (inside)
            words.back() += upper ? static_cast<char>(c - 'A' + 'a') : c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    std::ranges::sort(words);
    std::string all;
    for (const auto& word : words) all += word + ' ';
    return all;
}

class Plan {
  public:
    Plan(std::span<const Sitting> tables, std::span<const Wanted> wanted)
        : tables_(tables), wanted_(wanted), seats_(tables.size()), game_of_(wanted.size()) {
        for (const auto& game : wanted) boards_.push_back(game.board);
    }

    std::expected<std::vector<Assignment>, std::string> make() {
        for (const auto step : {&Plan::check_numbers, &Plan::find_known, &Plan::choose_boards,
                                &Plan::number_tables, &Plan::seat})
            if (auto why = (this->*step)(); !why.empty()) return std::unexpected(std::move(why));
        return std::move(seats_);
    }

    std::expected<std::vector<int>, std::string> boards() {
        for (const auto step : {&Plan::check_numbers, &Plan::find_known, &Plan::choose_boards})
            if (auto why = (this->*step)(); !why.empty()) return std::unexpected(std::move(why));
        return std::move(boards_);
    }

  private:
    bool is_played(std::size_t table) const {
        return tables_[table].state == State::begun || tables_[table].state == State::over;
    }

    std::string check_numbers() {
        std::set<int> numbers;
        for (const auto& game : wanted_) {
            if (game.board == 0) continue;
            const auto name = "board " + std::to_string(game.board);
            if (!numbers.insert(game.board).second) return "two games are for " + name;
            if (std::ranges::find(tables_, game.board, &Sitting::number) == tables_.end())
                return "there is no " + name + " for " + players_of(game.tags) + std::string(add_a_table);
        }
        return {};
    }

    template<class Fits>
    void match(const Fits& fits) {
        for (std::size_t game = 0; game < wanted_.size(); ++game)
            for (std::size_t table = 0; table < tables_.size() && !game_of_[game]; ++table)
                if (!matched_.contains(table) && is_same_round(tables_[table].tags, wanted_[game].tags) &&
                    fits(table, wanted_[game]))
                    matched_.insert(table), game_of_[game] = table;
    }

    std::string find_known() {
        const auto same = [&](std::size_t table, const Wanted& game, const char* side, const char* as) {
            return is_same_player(tables_[table].tags, side, game.tags, as);
        };
        match([&](auto table, const auto& game) {
            return same(table, game, "White", "White") && same(table, game, "Black", "Black");
        });
        match([&](auto table, const auto& game) {
            return same(table, game, "White", "Black") && same(table, game, "Black", "White");
        });
        const auto same_number = [&](std::size_t table, const Wanted& game, const char* side) {
            const auto number = tag(game.tags, std::string(side) + "StartNo");
            return same(table, game, side, side) ||
                   (!number.empty() && number == tag(tables_[table].tags, std::string(side) + "StartNo"));
        };
        match([&](auto table, const auto& game) {
            return same_number(table, game, "White") && same_number(table, game, "Black");
        });
        match([&](auto table, const auto& game) {
            return same(table, game, "White", "White") || same(table, game, "Black", "Black");
        });
        match([&](auto table, const auto& game) {
            return tables_[table].number == game.board && !is_played(table);
        });
        return {};
    }

    /// Of the games without one. No other game of the round that is played loses its table.
    std::string choose_boards() {
        std::set<int> taken(boards_.begin(), boards_.end()), numbers;
        for (std::size_t game = 0; game < wanted_.size(); ++game)
            if (const auto table = game_of_[game]; table && boards_[game] == 0)
                if (const int number = tables_[*table].number; taken.insert(number).second)
                    boards_[game] = number;
        const auto is_of_round = [&](const record::Tags& tags) {
            return !wanted_.empty() && is_same_round(tags, wanted_.front().tags);
        };
        for (std::size_t table = 0; table < tables_.size(); ++table)
            if (!is_played(table) || !is_of_round(tables_[table].tags)) numbers.insert(tables_[table].number);
        for (std::size_t game = 0; game < wanted_.size(); ++game) {
            if (boards_[game] != 0) continue;
            const auto free = std::ranges::find_if(numbers, [&](int one) { return !taken.contains(one); });
            if (free == numbers.end())
                return "there is no board left for " + players_of(wanted_[game].tags) +
                       std::string(add_a_table);
            boards_[game] = *free;
            taken.insert(*free);
        }
        return {};
    }

    /// Played games first: the others go round them.
    std::string number_tables() {
        std::set<int> taken;
        for (std::size_t game = 0; game < wanted_.size(); ++game)
            if (const auto table = game_of_[game]; table && is_played(*table)) {
                seats_[*table] = {boards_[game], game, tables_[*table].game, *table, true};
                taken.insert(boards_[game]);
            }
        std::vector<std::size_t> later;
        for (std::size_t table = 0; table < tables_.size(); ++table) {
            if (seats_[table].begun) continue;
            const int number = tables_[table].number;
            if (taken.insert(number).second)
                seats_[table].number = number;
            else
                later.push_back(table);
        }
        for (const auto table : later)
            for (const auto& other : tables_)
                if (seats_[table].number == 0 && taken.insert(other.number).second)
                    seats_[table].number = other.number;
        return {};
    }

    /// What is to be done before the game can be played at a table that has another one.
    std::string why_not_at(std::size_t table, const Wanted& game) const {
        const auto& here = tables_[table];
        const auto told = "board " + std::to_string(here.number) + ": game " + here.game + " (" +
                          players_of(here.tags) + ") ";
        const bool same_round = is_same_round(here.tags, game.tags);
        if (here.state == State::still && here.play != game.play && (same_round || is_unnamed(here.tags)))
            return told + "is set up for " + other_play + ": say so in the configuration, and start again";
        if (is_unnamed(here.tags)) {
            const auto why = why_not_unnamed(here, game, same_round);
            return why.empty() ? why : told + why;
        }
        if (same_round)
            return is_played(table) ? told + "is played there, and the list has " + players_of(game.tags) +
                                          ": correct its tags, or the list, first"
                                    : std::string();
        const bool has_players = is_known(tag(here.tags, "White")) && is_known(tag(here.tags, "Black"));
        if (here.state == State::over || (here.state != State::begun && !has_players)) return {};
        return told + "has no result yet: enter it first, then arm the next round";
    }

    static std::string why_not_unnamed(const Sitting& here, const Wanted& game, bool same_round) {
        const auto verb = "adoube arbiter --board " + std::to_string(here.number);
        if (here.state == State::over && same_round)
            return "has its result, and is of this round: if it was " + players_of(game.tags) +
                   ", name them (" + verb + " tags), else arm their game alone (" + verb + " arm)";
        if (here.state != State::begun) return {};
        if (here.play != game.play)
            return "began with " + std::string(other_play) + ": enter its result first, then arm the next";
        if (same_round || here.plies == 0) return {};
        const auto plies = std::to_string(here.plies);
        return "is of another round, and has moves: enter its result first; if it is " +
               players_of(game.tags) + ", take them back instead (" + verb + " takeback " + plies +
               "), arm the round, and enter them again";
    }

    std::string seat() {
        std::vector<std::string> obstacles;
        for (std::size_t game = 0; game < wanted_.size(); ++game) {
            const auto from = game_of_[game];
            if (from && is_played(*from)) continue;
            const auto at = std::ranges::find(seats_, boards_[game], &Assignment::number) - seats_.begin();
            const auto table = static_cast<std::size_t>(at);
            if (auto why = why_not_at(table, wanted_[game]); !why.empty())
                obstacles.push_back(std::move(why));
            const bool was_touched = tables_[table].state == State::begun; // before it had names
            const auto of = was_touched ? table : from;
            seats_[table] = {boards_[game], game, of ? tables_[*of].game : std::string(), of, was_touched};
        }
        for (const auto& from : game_of_)
            if (from && !seats_[*from].wanted) seats_[*from].left = true;
        if (obstacles.size() < 2) return obstacles.empty() ? std::string() : obstacles.front();
        auto all = std::to_string(obstacles.size()) + " boards stand in the way, and nothing is armed:";
        for (const auto& why : obstacles) all += '\n' + why;
        return all;
    }

    std::span<const Sitting> tables_;
    std::span<const Wanted> wanted_;
    std::vector<int> boards_; // of the games that are wanted
    std::vector<Assignment> seats_;
    std::vector<std::optional<std::size_t>> game_of_; // the table that has it now
    std::set<std::size_t> matched_;                   // tables
};

bool is_of_players(std::string_view name) { return name.starts_with("White") || name.starts_with("Black"); }

} // namespace

bool is_same_player(const record::Tags& one, const std::string& side, const record::Tags& other,
                    const std::string& other_side) {
    const auto id = tag(one, side + "FideId"), other_id = tag(other, other_side + "FideId");
    if (!id.empty() && !other_id.empty()) return id == other_id;
    const auto name = tag(one, side), other_name = tag(other, other_side);
    return is_known(name) && is_known(other_name) && in_order(name) == in_order(other_name);
}

bool is_same_round(const record::Tags& one, const record::Tags& other) {
    return tag(one, "Event") == tag(other, "Event") && tag(one, "Round") == tag(other, "Round");
}

bool is_unnamed(const record::Tags& tags) {
    return !is_known(tag(tags, "White")) && !is_known(tag(tags, "Black"));
}

std::string players_of(const record::Tags& tags) {
    const auto name = [&](const char* side) {
        return is_known(tag(tags, side)) ? text::shown(tag(tags, side)) : std::string("?");
    };
    return name("White") + " - " + name("Black");
}

std::expected<std::vector<Assignment>, std::string> seating(std::span<const Sitting> tables,
                                                            std::span<const Wanted> wanted) {
    return Plan(tables, wanted).make();
}

std::expected<std::vector<int>, std::string> boards_of(std::span<const Sitting> tables,
                                                       std::span<const Wanted> wanted) {
    return Plan(tables, wanted).boards();
}

record::Tags corrections(const record::Tags& known, const record::Tags& wanted, bool begun) {
    record::Tags changed;
    for (const auto& [name, value] : wanted)
        if ((!begun || is_of_players(name)) && tag(known, name) != value) changed[name] = value;
    for (const auto& [name, value] : known)
        if (is_of_players(name) && !wanted.contains(name)) changed[name] = "";
    return changed;
}

} // namespace adoube::round
