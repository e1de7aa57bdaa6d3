#include "tests/bench/plain_helpmate.hpp"

#include <unordered_map>

namespace adoube::bench {

namespace {

class Search {
  public:
    Search(chess::Side winner, std::uint64_t most_nodes) : winner_(winner), nodes_left_(most_nodes) {}

    PlainAnswer run(const chess::Position& position) {
        const std::uint64_t most_nodes = nodes_left_;
        for (int depth = 1;; ++depth) {
            searched_.clear();
            cut_ = false;
            const bool mated = mates(position, depth);
            if (mated) return {chess::Mating::possible, most_nodes - nodes_left_};
            if (nodes_left_ == 0) return {chess::Mating::undecided, most_nodes};
            if (!cut_) return {chess::Mating::impossible, most_nodes - nodes_left_};
        }
    }

  private:
    bool mates(const chess::Position& position, int depth) {
        if (nodes_left_ == 0) return false;
        --nodes_left_;
        const auto moves = position.legal_moves();
        if (moves.empty()) return position.in_check() && position.to_move() != winner_;
        if (depth == 0) {
            cut_ = true;
            return false;
        }
        int& searched = searched_[position.repetition_key()];
        if (searched >= depth) return false;
        searched = depth;
        for (const chess::Move move : moves)
            if (mates(position.after(move), depth - 1)) return true;
        return false;
    }

    chess::Side winner_;
    std::uint64_t nodes_left_;
    std::unordered_map<std::uint64_t, int> searched_; // how deep, at this depth of the whole search
    bool cut_ = false;                                // there was more to search
};

} // namespace

PlainAnswer plain_helpmate(const chess::Position& position, chess::Side winner, std::uint64_t most_nodes) {
    return Search(winner, most_nodes).run(position);
}

} // namespace adoube::bench
