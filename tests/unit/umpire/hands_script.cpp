#include "tests/unit/umpire/hands_script.hpp"

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
        if (word == "w" || word == "b") return put(Press{side(word[0])});
        if (word[0] == 'r') return put(Resign{side(word[1])});
        if (word[0] == 'o') return put(Offer{side(word[1])});
        if (word[0] == 'j') return put(Adjust{side(word[1])});
        if (word[0] == 'a') return put(Accept{side(word[1])});
        throw std::invalid_argument(std::string(word));
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
    std::int64_t t_ms_ = 0;
    std::int64_t step_ms_ = 400;
};

} // namespace

std::vector<Input> inputs_of(std::string_view script, const Header& header) {
    Script reader(header);
    reader.run(script);
    return reader.inputs;
}

Outcome umpired(const std::vector<Input>& inputs, const Header& header) {
    Umpire umpire(header);
    for (const auto& input : inputs) umpire.feed(input);
    auto record = umpire.final_record();
    std::string moves;
    for (const auto& played : record.moves)
        moves += (moves.empty() ? "" : " ") + to_uci(played.move, header.chess960);
    return {moves, record.result, std::move(record), umpire.final_incidents()};
}

Outcome umpired(std::string_view script, const Header& header) {
    return umpired(inputs_of(script, header), header);
}

} // namespace adoube::umpire
