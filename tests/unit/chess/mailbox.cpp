#include "tests/unit/chess/mailbox.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <utility>

namespace {

const std::vector<std::array<int, 2>> straight{{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
const std::vector<std::array<int, 2>> diagonal{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
const std::vector<std::array<int, 2>> all{{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                          {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
const std::vector<std::array<int, 2>> leaps{{1, 2},  {2, 1},  {-1, 2},  {-2, 1},
                                            {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

bool is_white(char piece) { return piece >= 'A' && piece <= 'Z'; }
char lower(char piece) { return static_cast<char>(std::tolower(piece)); }
char coloured(char type, bool white) { return static_cast<char>(white ? std::toupper(type) : type); }
std::string name(int square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

} // namespace

Mailbox::Mailbox(const std::string& fen) {
    std::istringstream words(fen);
    std::string pieces, side, castling, passing;
    words >> pieces >> side >> castling >> passing;
    board_.fill('.');
    int file = 0, rank = 7;
    for (const char letter : pieces) {
        if (letter == '/') {
            file = 0;
            --rank;
        } else if (std::isdigit(letter))
            file += letter - '0';
        else
            board_[rank * 8 + file++] = letter;
    }
    white_ = side == "w";
    if (passing != "-") passed_ = (passing[1] - '1') * 8 + passing[0] - 'a';
    for (const char letter : castling) {
        if (letter == '-') break;
        const bool white = is_white(letter);
        const int first = white ? 0 : 56;
        const char rook = coloured('r', white);
        const int king =
            static_cast<int>(std::find(board_.begin(), board_.end(), coloured('k', white)) - board_.begin());
        int square = first + lower(letter) - 'a';
        if (lower(letter) == 'k')
            for (square = first + 7; board_[square] != rook && square > king;) --square;
        if (lower(letter) == 'q')
            for (square = first; board_[square] != rook && square < king;) ++square;
        may_castle_[square] = true;
    }
}

std::vector<std::string> Mailbox::legal_moves() const {
    std::vector<std::string> moves;
    for (const Step& step : pseudo_legal())
        if (is_legal(step)) moves.push_back(uci(step));
    std::sort(moves.begin(), moves.end());
    return moves;
}

Mailbox Mailbox::after(const std::string& move) const {
    const auto steps = pseudo_legal();
    return made(
        *std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return uci(step) == move; }));
}

std::string Mailbox::uci(const Step& step) {
    std::string text = name(step.from) + name(step.rook >= 0 ? step.rook : step.to);
    if (step.promoted != 0) text += step.promoted;
    return text;
}

char Mailbox::at(int file, int rank) const {
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? '#' : board_[rank * 8 + file];
}

bool Mailbox::is_ours(char piece) const { return std::isalpha(piece) && is_white(piece) == white_; }

bool Mailbox::attacked(int square, bool by_white) const {
    const int file = square % 8, rank = square / 8;
    for (const auto& [x, y] : leaps)
        if (at(file + x, rank + y) == coloured('n', by_white)) return true;
    for (const auto& [x, y] : all) {
        if (at(file + x, rank + y) == coloured('k', by_white)) return true;
        int n = 1;
        while (at(file + n * x, rank + n * y) == '.') ++n;
        const char met = at(file + n * x, rank + n * y);
        if (met == coloured('q', by_white) || met == coloured(x == 0 || y == 0 ? 'r' : 'b', by_white))
            return true;
    }
    const int behind = rank + (by_white ? -1 : 1);
    return at(file - 1, behind) == coloured('p', by_white) || at(file + 1, behind) == coloured('p', by_white);
}

bool Mailbox::in_check(bool white) const {
    for (int square = 0; square < 64; ++square)
        if (board_[square] == coloured('k', white)) return attacked(square, !white);
    return false;
}

void Mailbox::slides(std::vector<Step>& steps, int from, const std::vector<std::array<int, 2>>& directions,
                     int reach) const {
    for (const auto& [x, y] : directions)
        for (int n = 1; n <= reach; ++n) {
            const int file = from % 8 + n * x, rank = from / 8 + n * y;
            const char met = at(file, rank);
            if (met == '#' || is_ours(met)) break;
            steps.push_back({from, rank * 8 + file});
            if (met != '.') {
                steps.back().victim = steps.back().to;
                break;
            }
        }
}

void Mailbox::pawn_steps(std::vector<Step>& steps, int from) const {
    const int up = white_ ? 1 : -1, file = from % 8, rank = from / 8;
    std::vector<Step> found;
    if (at(file, rank + up) == '.') {
        found.push_back({from, from + 8 * up});
        if (rank == (white_ ? 1 : 6) && at(file, rank + 2 * up) == '.')
            found.push_back({from, from + 16 * up});
    }
    for (const int aside : {-1, 1}) {
        const char met = at(file + aside, rank + up);
        if (met == '#') continue;
        const int to = from + 8 * up + aside;
        if (met != '.' && !is_ours(met)) found.push_back({from, to, 0, to});
        if (to == passed_) found.push_back({from, to, 0, to - 8 * up});
    }
    for (const Step& step : found) {
        if (step.to / 8 != 0 && step.to / 8 != 7) {
            steps.push_back(step);
            continue;
        }
        for (const char promoted : {'n', 'b', 'r', 'q'}) {
            steps.push_back(step);
            steps.back().promoted = promoted;
        }
    }
}

void Mailbox::castlings(std::vector<Step>& steps) const {
    const int first = white_ ? 0 : 56;
    const int king =
        static_cast<int>(std::find(board_.begin(), board_.end(), coloured('k', white_)) - board_.begin());
    for (int rook = first; rook < first + 8; ++rook) {
        if (!may_castle_[rook] || attacked(king, !white_)) continue;
        const int king_to = first + (rook > king ? 6 : 2), rook_to = first + (rook > king ? 5 : 3);
        bool free = true;
        for (const auto& [a, b] : {std::pair(king, king_to), std::pair(rook, rook_to)})
            for (int square = std::min(a, b); square <= std::max(a, b); ++square)
                free &= board_[square] == '.' || square == king || square == rook;
        for (int square = std::min(king, king_to); square <= std::max(king, king_to); ++square)
            free &= !attacked(square, !white_);
        if (free) steps.push_back({king, king_to, 0, -1, rook});
    }
}

std::vector<Mailbox::Step> Mailbox::pseudo_legal() const {
    std::vector<Step> steps;
    for (int from = 0; from < 64; ++from) {
        if (!is_ours(board_[from])) continue;
        switch (lower(board_[from])) {
        case 'p': pawn_steps(steps, from); break;
        case 'n': slides(steps, from, leaps, 1); break;
        case 'b': slides(steps, from, diagonal, 7); break;
        case 'r': slides(steps, from, straight, 7); break;
        case 'q': slides(steps, from, all, 7); break;
        default: slides(steps, from, all, 1); break;
        }
    }
    castlings(steps);
    return steps;
}

Mailbox Mailbox::made(const Step& step) const {
    Mailbox next = *this;
    const char piece = board_[step.from];
    next.white_ = !white_;
    next.passed_ = -1;
    if (step.victim >= 0) next.board_[step.victim] = '.';
    next.board_[step.from] = '.';
    if (step.rook >= 0) next.board_[step.rook] = '.';
    next.board_[step.to] = step.promoted == 0 ? piece : coloured(step.promoted, white_);
    if (step.rook >= 0) {
        const int first = white_ ? 0 : 56;
        const bool kingside = step.rook > step.from;
        next.board_[step.to] = coloured('k', white_);
        next.board_[first + (kingside ? 5 : 3)] = coloured('r', white_);
    }
    next.may_castle_[step.from] = next.may_castle_[step.to] = false;
    if (lower(piece) == 'k')
        for (int square = 0; square < 8; ++square) next.may_castle_[square + (white_ ? 0 : 56)] = false;
    if (lower(piece) == 'p' && std::abs(step.to - step.from) == 16) next.passed_ = (step.to + step.from) / 2;
    return next;
}

bool Mailbox::is_legal(const Step& step) const { return !made(step).in_check(white_); }

std::string Mailbox::fields() const {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) text += at(file, rank);
        text += rank == 0 ? ' ' : '/';
    }
    for (int gap = 8; gap > 0; --gap)
        for (std::size_t at; (at = text.find(std::string(gap, '.'))) != std::string::npos;)
            text.replace(at, gap, std::to_string(gap));
    text += white_ ? "w " : "b ";
    for (int square = 0; square < 64; ++square)
        if (may_castle_[square]) text += static_cast<char>((square < 8 ? 'A' : 'a') + square % 8);
    return text.ends_with(' ') ? text + '-' : text;
}
