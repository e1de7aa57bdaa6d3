// Best-first search. Every position is kept once, so a search that runs dry has seen all that no proof cut
// off.

#include "daemon/chess/unwinnable/helpmate.hpp"

#include "daemon/chess/unwinnable/breakthrough.hpp"
#include "daemon/chess/unwinnable/mating_distance.hpp"
#include "daemon/chess/unwinnable/mating_material.hpp"
#include "daemon/chess/unwinnable/mating_net.hpp"
#include "daemon/chess/unwinnable/mating_pattern.hpp"
#include "daemon/chess/unwinnable/pawn_play.hpp"
#include "daemon/chess/unwinnable/planned_mate.hpp"
#include "daemon/chess/unwinnable/quick_key.hpp"

#include <algorithm>
#include <deque>
#include <variant>

namespace adoube::chess {

namespace {

using Index = std::uint32_t;
constexpr Index none = ~Index{0};

struct Node {
    Position position;
    Index parent = none;
    Index next = none; // of this rank, in the queue
    Index exit = none; // of the pawn play it came from
    Move move;
    std::uint16_t rank = 0;
    std::uint16_t tried = 0; // moves searched so far
};

/// Where pieces have stood, per mating distance: moves to squares new to the kind of piece go before the many
/// that only shuffle.
class Novelty {
  public:
    /// Before the first add().
    void clear() { seen_.fill(0); }
    bool add(const Position& position, Square square, int distance) {
        const auto piece = position.at(square);
        const auto part = static_cast<unsigned>(distance) % parts;
        Bitboard& seen =
            seen_[part * 12 + static_cast<unsigned>(piece->type) * 2 + static_cast<unsigned>(piece->side)];
        const bool novel = !contains(seen, square);
        seen |= bit(square);
        return novel;
    }

  private:
    static constexpr unsigned parts = 256;
    std::array<Bitboard, parts * 12> seen_;
};

using Goal = std::variant<Aim, MatingPattern, Breakthrough>;

class Search {
    struct Slot {
        std::uint32_t key = 0; // the lower half
        Index at = none;
    };

  public:
    /// `routes`: for patterns and breakthroughs.
    Search(const Position& root, Side winner, Goal goal, const Routes* routes = nullptr)
        : root_(root), winner_(winner), goal_(goal), routes_(routes),
          may_be_pawn_play_(std::holds_alternative<Aim>(goal)) {
        clear();
        add(root_, none, {});
    }

    /// Runs until decided, broken through, or past `most_nodes` positions in all.
    Helpmate run(std::uint64_t most_nodes) {
        while (end_ == none) {
            if (looked_at() > most_nodes) return {Mating::undecided, {}, looked_at(), false};
            if (may_be_pawn_play_ && nodes_.size() > most_before_pawn_play) {
                may_be_pawn_play_ = false;
                if (PawnPlay::fits(root_)) {
                    clear();
                    pawn_play_.emplace(root_, winner_);
                }
            }
            const bool plays = pawn_play_ && go_on_with_pawn_play();
            if (pawn_play_ && pawn_play_->has_mate())
                return {Mating::possible, pawn_play_->line_to_mate(), looked_at(), false};
            const Index at = take_best();
            if (at != none)
                expand(at);
            else if (!plays)
                break;
        }
        if (end_ != none)
            return broke_through_ ? Helpmate{} : Helpmate{Mating::possible, line(), looked_at(), false};
        const bool neither = pawn_play_ && !pawn_play_->other_may_mate();
        return {Mating::impossible, {}, looked_at(), neither};
    }

    /// To the mate or breakthrough.
    std::vector<Move> line() const {
        std::vector<Move> line;
        Index at = end_;
        for (; nodes_[at].parent != none; at = nodes_[at].parent) line.push_back(nodes_[at].move);
        std::reverse(line.begin(), line.end());
        if (nodes_[at].exit == none) return line;
        const auto before = pawn_play_->line_to(exits_[nodes_[at].exit], nodes_[at].position);
        line.insert(line.begin(), before.begin(), before.end());
        return line;
    }

    std::size_t looked_at() const { return nodes_.size() + (pawn_play_ ? pawn_play_->size() : 0); }
    bool broke_through() const { return broke_through_; }
    const Position& end() const { return nodes_[end_].position; }
    /// Resumes after a breakthrough that leads to no mate.
    void leave_out_end() {
        end_ = none;
        broke_through_ = false;
    }

  private:
    static constexpr int last_rank = 511;
    /// Most searches find their mate earlier.
    static constexpr std::size_t most_before_pawn_play = 300;
    /// `stale` is added to moves that are not novel, `base` to keep ranks above 0.
    static constexpr int stale = 10, base = 40;

    void clear() {
        nodes_.clear();
        table_.assign(256, {});
        queues_.fill(none);
        best_ = 0;
        novelty_.clear();
    }

    bool go_on_with_pawn_play() {
        auto exit = static_cast<Index>(exits_.size());
        const bool more = pawn_play_->go_on(exits_);
        for (; exit < exits_.size() && end_ == none; ++exit) add_from(exit);
        return more;
    }

    /// One position of an exit stands for all: expanding it adds the next.
    void add_from(Index exit) {
        const std::size_t before = nodes_.size();
        while (exits_[exit].kings != 0 && nodes_.size() == before) {
            const Position position = pawn_play_->position_after(exits_[exit]);
            add(position, none, exits_[exit].move, exit);
        }
    }

    void expand(Index at) {
        const Position position = nodes_[at].position;
        if (nodes_[at].exit != none && nodes_[at].tried == 0) {
            add_from(nodes_[at].exit);
            if (end_ != none) return;
        }
        const bool hopeless = worth_a_proof(at) && is_hopeless(position, at == 0 && !pawn_play_);
        if (hopeless) {
            ++proved_;
            if (position.to_move() != winner_) return;
        }
        const MoveList moves = position.legal_moves();
        for (std::size_t next = nodes_[at].tried; next < moves.size(); ++next) {
            const Position after = position.after(moves[next]);
            // The proof does not exclude an immediate mate.
            if (hopeless && (!after.in_check() || after.has_legal_move())) continue;
            const int rank = add(after, at, moves[next]);
            if (end_ != none || (!hopeless && rank < nodes_[at].rank)) {
                nodes_[at].tried = static_cast<std::uint16_t>(next + 1);
                queue(at);
                return;
            }
        }
    }

    /// At the root if a proof is likely; later in long searches, while proofs pay off.
    bool worth_a_proof(Index at) {
        const Node& node = nodes_[at];
        if (node.tried != 0) return false;
        if (at == 0 && !pawn_play_ && (has_pawn_wall(root_) || std::popcount(root_.occupied()) < 24))
            return true;
        if (nodes_.size() < 400 || tries_ > proved_ * 3 / 2 + nodes_.size() / 128) return false;
        ++tries_;
        return true;
    }

    bool is_hopeless(const Position& position, bool root) const {
        // Keeping the kings apart is worth its cost only once.
        if (!can_weave_mating_net(reach_of(position, root), winner_)) return true;
        const auto reach = reach_until_moves_run_out(position);
        return reach && !can_weave_mating_net(*reach, winner_);
    }

    /// Returns the rank; `last_rank` if not to be expanded.
    int add(const Position& position, Index parent, Move move, Index exit = none) {
        if (!can_have_mating_material(position, winner_) || !remember(position)) return last_rank;
        const auto at = static_cast<Index>(nodes_.size());
        nodes_.push_back({position, parent, none, exit, move, 0, 0});
        const Bitboard attacked = attacked_squares(position, winner_);
        const bool check = position.to_move() != winner_ && contains(attacked, position.king(other(winner_)));
        if (check && !position.has_legal_move()) {
            end_ = at;
            return 0;
        }
        int far = distance(position, attacked);
        if (far == 0 && std::holds_alternative<Breakthrough>(goal_)) {
            if (!position.has_legal_move()) return last_rank; // a dead end
            end_ = at;
            broke_through_ = true;
            return 0;
        }
        if (parent != none && !novelty_.add(position, destination(move), far)) far += stale;
        nodes_[at].rank = static_cast<std::uint16_t>(std::clamp(base + far, 0, last_rank));
        queue(at);
        return nodes_[at].rank;
    }

    int distance(const Position& position, Bitboard attacked) const {
        constexpr int move = 5;
        if (const auto* pattern = std::get_if<MatingPattern>(&goal_))
            return move * distance_to(*pattern, *routes_, position, winner_, attacked);
        if (const auto* breakthrough = std::get_if<Breakthrough>(&goal_))
            return move * distance_to(*breakthrough, *routes_, position);
        return mating_distance(position, winner_, std::get<Aim>(goal_), attacked);
    }

    /// Whether it is new; if so, it must be pushed next.
    bool remember(const Position& position) {
        if (table_.size() < 2 * (nodes_.size() + 1)) grow();
        const auto key = static_cast<std::uint32_t>(quick_key(position));
        std::size_t slot = key & (table_.size() - 1);
        for (; table_[slot].at != none; slot = (slot + 1) & (table_.size() - 1))
            if (table_[slot].key == key && nodes_[table_[slot].at].position.repeats(position)) return false;
        table_[slot] = {key, static_cast<Index>(nodes_.size())};
        return true;
    }
    void grow() {
        std::vector<Slot> larger(4 * table_.size());
        for (const Slot& old : table_) {
            if (old.at == none) continue;
            std::size_t slot = old.key & (larger.size() - 1);
            while (larger[slot].at != none) slot = (slot + 1) & (larger.size() - 1);
            larger[slot] = old;
        }
        table_.swap(larger);
    }

    void queue(Index at) {
        const int rank = nodes_[at].rank;
        nodes_[at].next = queues_[rank];
        queues_[rank] = at;
        best_ = std::min(best_, rank);
    }
    Index take_best() {
        while (best_ <= last_rank && queues_[best_] == none) ++best_;
        if (best_ > last_rank) return none;
        const Index at = queues_[best_];
        queues_[best_] = nodes_[at].next;
        return at;
    }

    const Position& root_;
    Side winner_;
    Goal goal_;
    const Routes* routes_;
    std::vector<Node> nodes_;
    /// Open addressing; a power of two.
    std::vector<Slot> table_;
    /// The last node queued, by rank.
    std::array<Index, last_rank + 1> queues_;
    int best_ = 0;
    Novelty novelty_;
    std::uint64_t tries_ = 0, proved_ = 0;
    bool may_be_pawn_play_;
    std::optional<PawnPlay> pawn_play_;
    std::vector<PawnPlay::Exit> exits_;
    Index end_ = none; // the mate or breakthrough
    bool broke_through_ = false;
};

/// Searches for different goals in turn: where one takes very long, another is often quick.
class Turns {
  public:
    Turns(const Position& root, Side winner, std::uint64_t most_nodes, std::uint64_t first_turn,
          bool may_break_through)
        : root_(root), winner_(winner), most_nodes_(most_nodes), first_turn_(first_turn),
          may_break_through_(may_break_through) {
        if (has_bishops_of_one_colour(root, winner)) add(Aim::anywhere);
        add(Aim::corner);
        without_goal_ = searches_.size();
    }

    /// Those without a goal begin, and go on most in the first round.
    Helpmate run() {
        constexpr std::uint64_t growth = 4;
        std::uint64_t had = 2 * first_turn_ / without_goal_;
        if (auto told = go_on_without_goal(had)) return *told;
        set_goals();
        for (std::uint64_t turn = first_turn_;; turn *= growth) {
            const std::uint64_t most = std::max(turn, growth * first_turn_);
            if (auto told = take_round(turn / 8, had, most)) return *told;
            had = most;
        }
    }

  private:
    void add(Goal goal) {
        searches_.emplace_back(root_, winner_, goal, routes_ ? &*routes_ : nullptr);
        nodes_ += searches_.back().looked_at();
    }

    /// The nearest of each kind by turns.
    void set_goals() {
        constexpr std::size_t most = 12;
        routes_.emplace(root_);
        const auto patterns = nearest_patterns(root_, winner_, *routes_, most);
        const auto breakthroughs =
            may_break_through_ ? nearest_breakthroughs(root_, *routes_, most) : std::vector<Breakthrough>();
        for (std::size_t at = 0; at < most; ++at) {
            if (at < patterns.size()) add(patterns[at]);
            if (at < breakthroughs.size()) add(breakthroughs[at]);
        }
    }

    std::uint64_t left() const { return most_nodes_ - std::min(most_nodes_, nodes_); }

    /// Of each goal. Meanwhile those without go on from `had` to `most`: where these soon find a mate, not
    /// all goals are tried before. Empty if there is more to do.
    std::optional<Helpmate> take_round(std::uint64_t turn, std::uint64_t had, std::uint64_t most) {
        const std::uint64_t goals = searches_.size() - without_goal_;
        for (std::uint64_t nth = 0; nth < goals; ++nth) {
            if (auto told = take_turn_of(without_goal_ + nth, turn)) return told;
            if (auto told = go_on_without_goal(had + (most - had) * (nth + 1) / goals)) return told;
        }
        return go_on_without_goal(most);
    }

    std::optional<Helpmate> go_on_without_goal(std::uint64_t turn) {
        for (std::size_t at = 0; at < without_goal_; ++at)
            if (auto told = take_turn_of(at, turn)) return told;
        return std::nullopt;
    }

    std::optional<Helpmate> take_turn_of(std::size_t at, std::uint64_t turn) {
        Helpmate told = take_turn(searches_[at], turn);
        told.nodes = nodes_;
        if (told.found != Mating::undecided) return told;
        if (nodes_ >= most_nodes_) return Helpmate{Mating::undecided, {}, nodes_, false};
        return std::nullopt;
    }

    Helpmate take_turn(Search& search, std::uint64_t turn) {
        if (search.broke_through()) return go_on_behind(search, turn);
        const std::uint64_t before = search.looked_at();
        Helpmate told = search.run(std::min(turn, before + left()));
        nodes_ += search.looked_at() - before;
        return search.broke_through() ? go_on_behind(search, turn) : told;
    }

    /// Starts anew each turn, with a larger budget.
    Helpmate go_on_behind(Search& search, std::uint64_t turn) {
        constexpr std::uint64_t first_turn = 1000, for_a_second = 2000;
        Helpmate told =
            Turns(search.end(), winner_, std::min(4 * turn, left()), first_turn, turn >= for_a_second).run();
        nodes_ += told.nodes;
        // Another breakthrough may still lead to mate.
        if (told.found == Mating::impossible) search.leave_out_end();
        if (told.found != Mating::possible) return {};
        const auto before = search.line();
        told.line.insert(told.line.begin(), before.begin(), before.end());
        return told;
    }

    const Position& root_;
    Side winner_;
    std::uint64_t most_nodes_, first_turn_;
    bool may_break_through_;
    std::deque<Search> searches_;
    std::size_t without_goal_ = 0; // of them, the first
    std::optional<Routes> routes_;
    std::uint64_t nodes_ = 0;
};

} // namespace

Helpmate find_helpmate(const Position& position, Side winner, std::uint64_t most_nodes) {
    auto mate = find_planned_mate(position, {winner}, most_nodes);
    if (mate.found) return {Mating::possible, std::move(mate.line), mate.nodes, false};
    auto found = search_helpmate(position, winner, most_nodes);
    found.nodes += mate.nodes;
    return found;
}

Helpmate search_helpmate(const Position& position, Side winner, std::uint64_t most_nodes) {
    // Decides nearly all positions without goals.
    constexpr std::uint64_t first_turn = 4000;
    return Turns(position, winner, most_nodes, first_turn, true).run();
}

} // namespace adoube::chess
