#include "firmware/virtual/sensor_script.hpp"

#include "firmware/virtual/virtual_board.hpp" // start_position

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::firmware {

namespace json = boost::json;
using std::unexpected;
using wire::Content;
using wire::EventKind;

namespace {

std::expected<json::object, std::string> object_from(std::string_view line) {
    boost::system::error_code error;
    json::value value = json::parse({line.data(), line.size()}, error);
    if (error || !value.is_object()) return unexpected("this is no JSON object");
    return std::move(value.as_object());
}

/// Empty unless the key holds a string.
std::string_view text(const json::object& object, std::string_view key) {
    const json::value* value = object.if_contains({key.data(), key.size()});
    if (value == nullptr || !value->is_string()) return {};
    return {value->get_string().data(), value->get_string().size()};
}

std::optional<unsigned> square_from(std::string_view name) {
    if (name.size() != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8')
        return std::nullopt;
    return static_cast<unsigned>((name[1] - '1') * 8 + (name[0] - 'a'));
}
/// For texts from a8 to h1.
constexpr unsigned square_in_text(std::size_t n) { return static_cast<unsigned>((7 - n / 8) * 8 + n % 8); }

std::optional<wire::Squares> squares_from_fen(std::string_view fen) {
    wire::Squares squares;
    std::size_t at = 0;
    const std::string_view placement = fen.substr(0, fen.find(' '));
    for (const char letter : placement) {
        if (letter == '/') continue;
        if (letter >= '1' && letter <= '8') {
            at += static_cast<std::size_t>(letter - '0');
            continue;
        }
        const Content content = wire::content_from_char(letter);
        if (at >= wire::square_count || content == Content::empty || letter == 'x' || letter == 'w')
            return std::nullopt;
        squares.set(square_in_text(at++), content);
    }
    if (at != wire::square_count) return std::nullopt;
    return squares;
}

std::optional<Content> named_content(const json::object& input) {
    if (const std::string_view piece = text(input, "piece"); piece.size() == 1) {
        const Content content = wire::content_from_char(piece[0]);
        if (content != Content::empty) return content;
    }
    const std::string_view side = text(input, "side");
    if (side == "w") return Content::white;
    if (side == "b") return Content::black;
    return std::nullopt;
}

std::optional<std::uint64_t> time_from(const json::object& input) {
    const json::value* t = input.if_contains("t");
    boost::system::error_code error;
    const double t_ms = t == nullptr || !t->is_number() ? -1.0 : t->to_number<double>(error);
    if (!(t_ms >= 0.0) || t_ms > 1e11 || error) return std::nullopt;
    return static_cast<std::uint64_t>(t_ms * 1000.0 + 0.5);
}

struct ButtonKey {
    std::string_view key;
    EventKind white, black;
};
constexpr ButtonKey button_keys[] = {
    {"press", EventKind::press_white, EventKind::press_black},
    {"adjust", EventKind::adjust_white, EventKind::adjust_black},
    {"call", EventKind::call_white, EventKind::call_black},
};

std::optional<std::expected<What, std::string>> button_from(const json::object& input) {
    for (const ButtonKey& button : button_keys) {
        if (!input.contains({button.key.data(), button.key.size()})) continue;
        const std::string_view side = text(input, button.key);
        if (side == "w") return PressButton{button.white};
        if (side == "b") return PressButton{button.black};
        return unexpected("\"" + std::string(button.key) + "\" must be \"w\" or \"b\"");
    }
    return std::nullopt;
}

} // namespace

std::optional<wire::Sensing> sensing_from(std::string_view name) {
    if (name == "presence") return wire::Sensing::presence;
    if (name == "colour") return wire::Sensing::colour;
    if (name == "identity") return wire::Sensing::identity;
    return std::nullopt;
}

std::expected<void, std::string> SensorScript::read_header(std::string_view line) {
    const auto header = object_from(line);
    if (!header) return unexpected(header.error());
    if (text(*header, "log") != "adoube-sensor-log")
        return unexpected("this is no sensor log: its first line must say \"log\":\"adoube-sensor-log\"");
    const auto sensing = sensing_from(text(*header, "sensing"));
    if (!sensing) return unexpected("\"sensing\" must be \"presence\", \"colour\" or \"identity\"");
    sensing_ = *sensing;
    const json::value* clock = header->if_contains("clock");
    has_lever_ = clock == nullptr || !clock->is_bool() || clock->get_bool();
    const std::string_view start = text(*header, "start");
    const auto squares = start.empty() ? start_position() : squares_from_fen(start);
    if (!squares) return unexpected("\"start\" is no FEN: \"" + std::string(start) + "\"");
    squares_ = *squares;
    return {};
}

std::expected<std::optional<Deed>, std::string> SensorScript::read_input(std::string_view line) {
    const auto input = object_from(line);
    if (!input) return unexpected(input.error());
    const auto t_us = time_from(*input);
    if (!t_us) return unexpected("\"t\" must be a number of milliseconds, 0 or more");
    if (*t_us < last_us_) return unexpected("\"t\" is less than in the line before");
    last_us_ = *t_us;

    std::expected<What, std::string> what;
    if (input->contains("lift"))
        what = lift(text(*input, "lift"));
    else if (input->contains("drop"))
        what = drop(text(*input, "drop"), named_content(*input));
    else if (input->contains("snapshot"))
        what = place_all(text(*input, "snapshot"));
    else if (const auto button = button_from(*input))
        what = *button;
    else
        return std::nullopt;
    if (!what) return unexpected(what.error());
    return Deed{*t_us, *what};
}

std::expected<What, std::string> SensorScript::lift(std::string_view name) {
    const auto square = square_from(name);
    if (!square) return unexpected("\"lift\" must name a square");
    change(*square, Content::empty);
    return SetSquare{*square, Content::empty};
}

std::expected<What, std::string> SensorScript::drop(std::string_view name, std::optional<Content> named) {
    const auto square = square_from(name);
    if (!square) return unexpected("\"drop\" must name a square");
    const Content content = put_down(named);
    change(*square, content);
    return SetSquare{*square, content};
}

/// What stood there goes into the hand.
void SensorScript::change(unsigned square, Content content) {
    if (const Content before = squares_.at(square); before != Content::empty) in_hand_.push_back(before);
    squares_.set(square, content);
}

std::expected<What, std::string> SensorScript::place_all(std::string_view letters) {
    if (letters.size() != wire::square_count || letters.find_first_not_of(".xwbPNBRQKpnrqk") != letters.npos)
        return unexpected("\"snapshot\" must have 64 letters for squares");
    for (std::size_t at = 0; at < letters.size(); ++at) {
        const unsigned square = square_in_text(at);
        const Content told = wire::content_from_char(letters[at], sensing_);
        // Keeps an identity that the log's sensors do not contradict.
        if (seen_by(sensing_, squares_.at(square)) != told) squares_.set(square, told);
    }
    in_hand_.clear();
    return SetAllSquares{squares_};
}

/// The last lifted piece that fits what the line names.
Content SensorScript::put_down(std::optional<Content> named) {
    const auto fits = [&](Content held) {
        return !named || *named == held || *named == seen_by(wire::Sensing::colour, held);
    };
    const auto found = std::find_if(in_hand_.rbegin(), in_hand_.rend(), fits);
    if (found == in_hand_.rend()) return named.value_or(Content::occupied);
    const Content held = *found;
    in_hand_.erase(std::next(found).base());
    return held;
}

} // namespace adoube::firmware
