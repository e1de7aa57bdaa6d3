#include "tests/unit/umpire/hands_script.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace adoube::umpire {
namespace {

using chess::Piece;
using chess::Position;

class Script {
  public:
    explicit Script(const Header& header)
        : header_(header), board_(header.start_fen.empty() ? Position::start()
                                                           : Position::from_fen(header.start_fen).value()) {
        for (int at = 0; at < 64; ++at) squares_[at] = board_.at(static_cast<Square>(at));
    }

    void run(std::string_view script) {
        while (!script.empty()) {
            const auto end = script.find_first_of(" /");
            const auto word = script.substr(0, end);
            if (!word.empty()) take(word);
            if (end == std::string_view::npos) return;
            step_ms_ = script[end] == '/' ? 10 : 400;
            script.remove_prefix(end + 1);
        }
    }

    std::vector<Input> inputs;

  private:
    void take(std::string_view word) {
        std::int64_t wait_ms = 0;
        if (std::from_chars(word.data(), word.data() + word.size(), wait_ms).ptr ==
            word.data() + word.size()) {
            t_ms_ += wait_ms;
            return;
        }
        t_ms_ += step_ms_;
        if (word[0] == '-') return lift(square(word));
        if (word[0] == '+') return drop(square(word), word.substr(3));
        if (word[0] == '=') return put(SetResult{chess::result_from(word.substr(1)).value()});
        if (word.size() > 2 && word[1] == ':') return put(PlayMove{std::string(word.substr(2))});
        if (word[0] == 'c' && word.size() > 2) return put(claim(word));
        if (word[0] == 't' && word[2] == '=') return put(time(word));
        if (word.find(':') != std::string_view::npos) return take_command(word);
        if (word == "pause") return put(Pause{});
        if (word == "resume") return put(Resume{});
        if (word == "gap") return put(Gap{Gap::Cause::link});
        if (word == "snap") return put(whole_board());
        if (word == "w" || word == "b") return put(Press{side(word[0])});
        if (word[0] == 'r') return put(Resign{side(word[1])});
        if (word[0] == 'o') return put(Offer{side(word[1])});
        if (word[0] == 'j') return put(Adjust{side(word[1])});
        if (word[0] == 'a') return put(Accept{side(word[1])});
        if (word[0] == 'd') return put(Decline{side(word[1])});
        if (word[0] == 'f') return put(Flag{side(word[1])});
        if (word[0] == 'c') return put(Call{side(word[1])});
        if (word[0] == 'm') return put(Mask{square(word), word[3] == '+'});
        throw std::invalid_argument(std::string(word));
    }

    void take_command(std::string_view word) {
        const auto colon = word.find(':');
        const auto verb = word.substr(0, colon), what = word.substr(colon + 1);
        if (verb == "takeback") return put(TakeBack{number<int>(what)});
        if (verb == "dismiss") return put(Dismiss{number<int>(what)});
        if (verb == "adjourn") return put(Adjourn{std::string(what)});
        if (verb == "promoted")
            return put(Promoted{chess::square_from(what.substr(0, 2)).value(),
                                chess::piece_from_char(what[2]).value().type});
        if (verb == "fen") return put(SetPosition{fen(what)});
        if (verb == "board") return put(BoardChange{std::string(what)});
        throw std::invalid_argument(std::string(word));
    }

    static Claim claim(std::string_view word) {
        const auto on = word[2] == 'r'   ? Claim::On::repetition
                        : word[2] == 'f' ? Claim::On::fifty
                                         : Claim::On::quickplay;
        return {on, side(word[1]), std::string(word.size() > 4 ? word.substr(4) : "")};
    }
    static SetTime time(std::string_view word) {
        SetTime set;
        (side(word[1]) == Side::white ? set.white_ms : set.black_ms) = number<std::int64_t>(word.substr(3));
        return set;
    }

    template<class Number>
    static Number number(std::string_view digits) {
        Number value{};
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return value;
    }

    /// FEN has the script's separators: "_" stands for a space, "|" for "/".
    static std::string fen(std::string_view word) {
        std::string text(word);
        std::ranges::replace(text, '_', ' ');
        std::ranges::replace(text, '|', '/');
        return text;
    }

    Snapshot whole_board() const {
        Snapshot snapshot;
        for (std::size_t at = 0; at < 64; ++at)
            if (squares_[at]) snapshot.squares[at] = seen(*squares_[at]);
        return snapshot;
    }

    static Side side(char letter) { return letter == 'w' ? Side::white : Side::black; }
    static Square square(std::string_view word) { return chess::square_from(word.substr(1, 2)).value(); }

    void lift(Square at) {
        auto& piece = squares_[index(at)];
        if (!piece) throw std::invalid_argument("nothing to lift on " + to_string(at));
        hand_.push_back(*piece);
        put(Lift{at, seen(*piece)});
        piece.reset();
    }

    void drop(Square at, std::string_view which) {
        Piece piece{};
        if (!which.empty()) {
            piece = chess::piece_from_char(which[1]).value();
            std::erase(hand_, piece);
        } else {
            piece = hand_.back();
            hand_.pop_back();
        }
        const bool exchange = squares_[index(at)].has_value();
        squares_[index(at)] = piece;
        if (!exchange || header_.sensing != Sensing::presence) put(Drop{at, seen(piece)});
    }

    Seen seen(Piece piece) const {
        if (header_.sensing == Sensing::presence) return {};
        if (header_.sensing == Sensing::colour) return {piece.side, {}};
        return {piece.side, piece.type};
    }

    void put(What what) { inputs.push_back({t_ms_, std::move(what)}); }

    Header header_;
    Position board_;
    std::array<std::optional<Piece>, 64> squares_{};
    std::vector<Piece> hand_;
    GameMs t_ms_;
    std::int64_t step_ms_ = 400;
};

} // namespace

std::vector<Input> inputs_of(std::string_view script, const Header& header) {
    Script reader(header);
    reader.run(script);
    return reader.inputs;
}

std::vector<Input> inputs_with_gap(std::string_view seen, std::string_view lost, std::string_view then,
                                   const Header& header) {
    const std::string until_gap = std::string(seen) + ' ' + std::string(lost);
    const auto first = inputs_of(seen, header).size(), last = inputs_of(until_gap, header).size();
    auto inputs = inputs_of(until_gap + " gap/snap " + std::string(then) + " 2000 cw", header);
    inputs.erase(inputs.begin() + static_cast<std::ptrdiff_t>(first),
                 inputs.begin() + static_cast<std::ptrdiff_t>(last));
    return inputs;
}

Outcome umpired(const std::vector<Input>& inputs, const Header& header) {
    Umpire umpire(header);
    for (const auto& input : inputs) umpire.feed(input);
    auto record = umpire.final_record();
    std::string moves;
    for (const auto& played : record.moves)
        moves += (moves.empty() ? "" : " ") + to_uci(played.move, header.chess960);
    const auto proposals = umpire.proposals();
    return {moves,
            record.result,
            std::move(record),
            umpire.final_incidents(),
            {proposals.begin(), proposals.end()}};
}

Outcome umpired(std::string_view script, const Header& header) {
    return umpired(inputs_of(script, header), header);
}

std::string said(const std::vector<Incident>& incidents) {
    std::string text;
    for (const auto& incident : incidents) {
        text += (text.empty() ? "" : "; ") + std::string(to_string(incident.kind)) + " " + incident.article;
        if (incident.side) text += *incident.side == Side::white ? " w" : " b";
        text += " " + std::to_string(incident.ply);
    }
    return text;
}

std::string said(const std::vector<Proposal>& proposals) {
    std::string text;
    for (const auto& proposal : proposals) {
        text += (text.empty() ? "" : "; ") + proposal.article + (proposal.side == Side::white ? " w" : " b");
        if (proposal.result != chess::Result::open) text += " " + std::string(to_string(proposal.result));
        const auto& [white_ms, black_ms] = proposal.add_ms;
        if (white_ms != 0 || black_ms != 0)
            text += " " + std::to_string(white_ms / 1000) + "/" + std::to_string(black_ms / 1000);
    }
    return text;
}

} // namespace adoube::umpire
