#pragma once
// A slow, independent reference for the rules: a board of letters, moves tried one by one, its own FEN
// reader. Shares no code with daemon/chess.

#include <array>
#include <string>
#include <vector>

class Mailbox {
  public:
    /// `fen` must be valid.
    explicit Mailbox(const std::string& fen);

    /// Sorted UCI, castling as king takes rook.
    std::vector<std::string> legal_moves() const;

    /// `uci` must be legal.
    Mailbox after(const std::string& uci) const;

    /// FEN's first three fields, castling as Shredder-FEN letters from a1 to h8.
    std::string fields() const;

  private:
    struct Step {
        int from, to;
        char promoted = 0;
        int victim = -1; // captured on
        int rook = -1;   // castling: the rook
    };

    static std::string uci(const Step& step);
    char at(int file, int rank) const;
    bool is_ours(char piece) const;
    bool attacked(int square, bool by_white) const;
    bool in_check(bool white) const;
    void slides(std::vector<Step>& steps, int from, const std::vector<std::array<int, 2>>& directions,
                int reach) const;
    void pawn_steps(std::vector<Step>& steps, int from) const;
    void castlings(std::vector<Step>& steps) const;
    std::vector<Step> pseudo_legal() const;
    Mailbox made(const Step& step) const;
    bool is_legal(const Step& step) const;
    std::array<char, 64> board_{}; // FEN letters, '.' empty; a1 first
    bool white_ = true;
    std::array<bool, 64> may_castle_{}; // rooks
    int passed_ = -1;
};
