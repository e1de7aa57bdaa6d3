#include "daemon/record/sensor_log.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/text/quoting.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::record {
namespace {

namespace json = boost::json;
using std::unexpected;

constexpr std::string_view sensing_names[] = {"presence", "colour", "identity"};
constexpr std::string_view claim_names[] = {"repetition", "fifty", "quickplay"};
constexpr std::string_view gap_names[] = {"link", "power", "overflow"};
constexpr std::string_view clock_mode_names[] = {"increment", "delay"};
constexpr std::string_view times_names[] = {"exact", "coarse"};

template<std::size_t N>
std::optional<int> index_in(const std::string_view (&names)[N], std::string_view name) {
    const auto* at = std::ranges::find(names, name);
    if (at == std::end(names)) return std::nullopt;
    return static_cast<int>(at - names);
}

/// Reads one object. Keeps the first fault; later values are meaningless, so check once, at the end.
class Fields {
  public:
    Fields(const json::object& object, std::string& fault) : object_(object), fault_(fault) {}

    bool has(std::string_view key) const { return object_.contains(key); }

    std::string text(std::string_view key) const {
        const auto* value = member(key);
        if (value && value->is_string()) return std::string(value->get_string());
        return blame<std::string>(text::quoted(key) + (value ? " must be a text" : " is missing"));
    }
    std::string text_or(std::string_view key, std::string_view absent) const {
        return has(key) ? text(key) : std::string(absent);
    }

    bool flag_or(std::string_view key, bool absent) const {
        const auto* value = member(key);
        if (!value) return absent;
        return value->is_bool() ? value->get_bool()
                                : blame<bool>(text::quoted(key) + " must be true or false");
    }

    std::int64_t whole(std::string_view key, std::int64_t least, std::int64_t most) const {
        const auto* value = member(key);
        if (!value) return blame<std::int64_t>(text::quoted(key) + " is missing");
        boost::system::error_code fraction;
        const auto number = value->is_number() ? value->to_number<std::int64_t>(fraction) : 0;
        if (!value->is_number() || fraction)
            return blame<std::int64_t>(text::quoted(key) + " must be a whole number");
        return number >= least && number <= most
                   ? number
                   : blame<std::int64_t>(text::quoted(key) + " must be from " + std::to_string(least) +
                                         " to " + std::to_string(most));
    }
    std::int64_t milliseconds(std::string_view key, std::int64_t least = -latest_t_ms.count()) const {
        return whole(key, least, latest_t_ms.count());
    }

    Side side(std::string_view key) const {
        const auto name = text(key);
        if (name == "w" || name == "b") return name == "w" ? Side::white : Side::black;
        return blame<Side>(text::quoted(name) + " is no side: use \"w\" or \"b\"");
    }
    Square square(std::string_view key) const {
        const auto name = text(key);
        const auto square = chess::square_from(name);
        return square ? *square : blame<Square>(text::quoted(name) + " is no square");
    }
    std::optional<chess::Piece> piece(std::string_view key) const {
        const auto letter = text(key);
        const auto piece = letter.size() == 1 ? chess::piece_from_char(letter.front()) : std::nullopt;
        if (!piece) blame<int>(text::quoted(letter) + " is no piece");
        return piece;
    }
    template<std::size_t N>
    int choice(std::string_view key, const std::string_view (&names)[N]) const {
        const auto name = text(key);
        const auto at = index_in(names, name);
        if (at) return *at;
        std::string all;
        for (const auto& each : names) all += (all.empty() ? "" : ", ") + std::string(each);
        return blame<int>(text::quoted(key) + " cannot be " + text::quoted(name) + ": use one of " + all);
    }
    template<class Value>
    Value named(std::string_view key, std::string_view absent,
                std::optional<Value> (*from)(std::string_view)) const {
        const auto name = text_or(key, absent);
        const auto value = from(name);
        return value ? *value : blame<Value>(text::quoted(key) + " cannot be " + text::quoted(name));
    }
    Fields object(std::string_view key) const {
        static const json::object none;
        const auto* value = member(key);
        if (value && value->is_object()) return {value->get_object(), fault_};
        blame<int>(text::quoted(key) + " must be an object");
        return {none, fault_};
    }
    const json::object& members() const { return object_; }

    template<class Value>
    Value blame(std::string reason) const {
        if (fault_.empty()) fault_ = std::move(reason);
        return {};
    }

  private:
    const json::value* member(std::string_view key) const { return object_.if_contains(key); }

    const json::object& object_;
    std::string& fault_;
};

// --- pieces and boards ---

Seen seen(const Fields& fields) {
    if (fields.has("piece"))
        if (const auto piece = fields.piece("piece")) return {piece->side, piece->type};
    if (fields.has("side")) return {fields.side("side"), {}};
    return {};
}

std::optional<Seen> seen_from(const Fields& fields, char letter, Sensing sensing) {
    if (letter == '.') return std::nullopt;
    if (letter == 'x') return Seen{};
    if (sensing == Sensing::colour && letter == 'w') return Seen{Side::white, {}};
    if (sensing == Sensing::colour && letter == 'b') return Seen{Side::black, {}};
    if (const auto piece = chess::piece_from_char(letter); piece && sensing == Sensing::identity)
        return Seen{piece->side, piece->type};
    return fields.blame<std::optional<Seen>>(
        "a snapshot cannot hold " + text::quoted({&letter, 1}) + " under " +
        std::string(sensing_names[static_cast<int>(sensing)]) + " sensing");
}

/// Text position (a8 first) to square index, and back.
constexpr std::size_t square_at(std::size_t at) { return (7 - at / 8) * 8 + at % 8; }

Snapshot snapshot(const Fields& fields, Sensing sensing) {
    const auto text = fields.text("snapshot");
    if (text.size() != 64)
        return fields.blame<Snapshot>("a snapshot has 64 characters, this one " +
                                      std::to_string(text.size()));
    Snapshot snapshot;
    for (std::size_t at = 0; at < 64; ++at)
        snapshot.squares[square_at(at)] = seen_from(fields, text[at], sensing);
    if (fields.has("lever")) snapshot.lever = fields.side("lever");
    return snapshot;
}

char letter_of(const std::optional<Seen>& seen) {
    if (!seen) return '.';
    if (seen->side && seen->type) return chess::to_char({*seen->side, *seen->type});
    if (seen->side) return *seen->side == Side::white ? 'w' : 'b';
    return 'x';
}

// --- inputs ---

What clock_reading(const Fields& fields) {
    const auto reading = fields.object("clock");
    ClockReading clock{reading.milliseconds("w"), reading.milliseconds("b"), std::nullopt};
    if (const auto* running = reading.members().if_contains("running"); running && !running->is_null())
        clock.running = reading.side("running");
    if (reading.has("within")) clock.within_ms = reading.milliseconds("within");
    if (reading.has("left")) clock.left = reading.side("left");
    return clock;
}

What set_position(const Fields& fields) {
    auto fen = fields.text("fen");
    if (const auto position = chess::Position::from_fen(fen); !position) fields.blame<int>(position.error());
    return SetPosition{std::move(fen)};
}

/// The first of each kind is written back.
constexpr std::pair<std::string_view, SetResult> results[] = {
    {"1-0", {chess::Result::white_wins}},       {"0-1", {chess::Result::black_wins}},
    {"1/2-1/2", {chess::Result::draw}},         {"*", {chess::Result::open}},
    {"+/-", {chess::Result::white_wins, true}}, {"-/+", {chess::Result::black_wins, true}},
    {"-/-", {chess::Result::open, true}},       {"\u00bd-\u00bd", {chess::Result::draw}},
    {"+--", {chess::Result::white_wins, true}}, {"--+", {chess::Result::black_wins, true}},
    {"---", {chess::Result::open, true}},       {"0-0", {chess::Result::open, true}},
};

What set_result(const Fields& fields) {
    const auto name = fields.text("result");
    const auto* const known = std::ranges::find(results, name, [](const auto& each) { return each.first; });
    if (known == std::end(results))
        return fields.blame<SetResult>(text::quoted(name) +
                                       " is no result: write 1-0, 0-1, 1/2-1/2, +/-, -/+, -/- or *");
    return known->second;
}

What set_time(const Fields& fields) {
    SetTime time;
    if (fields.has("w")) time.white_ms = fields.milliseconds("w");
    if (fields.has("b")) time.black_ms = fields.milliseconds("b");
    return time;
}

What promoted(const Fields& fields) {
    const auto piece = fields.piece("piece");
    if (piece && (piece->type == chess::PieceType::pawn || piece->type == chess::PieceType::king))
        fields.blame<int>("a pawn is not promoted to " + text::quoted(fields.text("piece")));
    return Promoted{fields.square("square"), piece ? piece->type : chess::PieceType::queen};
}

Tags tags_from(const Fields& tags) {
    Tags read;
    for (const auto& member : tags.members()) read[std::string(member.key())] = tags.text(member.key());
    return read;
}

using Command = What (*)(const Fields&);

constexpr std::pair<std::string_view, Command> commands[] = {
    {"position", set_position},
    {"move", [](const Fields& f) -> What { return PlayMove{f.text("san")}; }},
    {"takeback",
     [](const Fields& f) -> What {
         return TakeBack{f.has("plies") ? static_cast<int>(f.whole("plies", 1, 10'000)) : 1};
     }},
    {"result", set_result},
    {"time", set_time},
    {"promoted", promoted},
    {"dismiss",
     [](const Fields& f) -> What {
         return Dismiss{static_cast<int>(f.whole("incident", 1, 1'000'000'000))};
     }},
    {"pause", [](const Fields&) -> What { return Pause{}; }},
    {"resume", [](const Fields&) -> What { return Resume{}; }},
    {"adjourn", [](const Fields& f) -> What { return Adjourn{f.text_or("sealed", "")}; }},
    {"tags", [](const Fields& f) -> What { return SetTags{tags_from(f.object("tags"))}; }},
};

What arbiter(const Fields& fields) {
    const auto command = fields.object("arbiter");
    const auto name = command.text("do");
    for (const auto& [known, read] : commands)
        if (known == name) return read(command);
    return fields.blame<What>(text::quoted(name) + " is no command of an arbiter");
}

using Read = What (*)(const Fields&, Sensing);

constexpr std::pair<std::string_view, Read> readers[] = {
    {"lift",
     [](const Fields& f, Sensing) -> What {
         return Lift{f.square("lift"), seen(f)};
     }},
    {"drop",
     [](const Fields& f, Sensing) -> What {
         return Drop{f.square("drop"), seen(f)};
     }},
    {"press", [](const Fields& f, Sensing) -> What { return Press{f.side("press")}; }},
    {"adjust", [](const Fields& f, Sensing) -> What { return Adjust{f.side("adjust")}; }},
    {"offer", [](const Fields& f, Sensing) -> What { return Offer{f.side("offer")}; }},
    {"accept", [](const Fields& f, Sensing) -> What { return Accept{f.side("accept")}; }},
    {"decline", [](const Fields& f, Sensing) -> What { return Decline{f.side("decline")}; }},
    {"resign", [](const Fields& f, Sensing) -> What { return Resign{f.side("resign")}; }},
    {"flag", [](const Fields& f, Sensing) -> What { return Flag{f.side("flag")}; }},
    {"claim",
     [](const Fields& f, Sensing) -> What {
         return Claim{static_cast<Claim::On>(f.choice("on", claim_names)), f.side("claim"),
                      f.text_or("move", "")};
     }},
    {"snapshot", [](const Fields& f, Sensing sensing) -> What { return snapshot(f, sensing); }},
    {"gap",
     [](const Fields& f, Sensing) -> What {
         return Gap{static_cast<Gap::Cause>(f.choice("gap", gap_names))};
     }},
    {"clock", [](const Fields& f, Sensing) { return clock_reading(f); }},
    {"mask",
     [](const Fields& f, Sensing) -> What {
         return Mask{f.square("mask"), f.flag_or("on", true)};
     }},
    {"board", [](const Fields& f, Sensing) -> What { return BoardChange{f.text("board")}; }},
    {"call", [](const Fields& f, Sensing) -> What { return Call{f.side("call")}; }},
    {"arbiter", [](const Fields& f, Sensing) { return arbiter(f); }},
};

What input_from(const Fields& fields, Sensing sensing) {
    for (const auto& [key, read] : readers)
        if (fields.has(key)) return read(fields, sensing);
    for (const auto& member : fields.members())
        if (member.key() != "t") return fields.blame<What>("unknown input " + text::quoted(member.key()));
    return fields.blame<What>("the line holds no input");
}

Header header_from(const Fields& fields) {
    if (fields.text_or("log", "") != "adoube-sensor-log")
        fields.blame<int>("the first line is no header of a sensor log (\"log\":\"adoube-sensor-log\")");
    fields.whole("version", 1, 1);
    Header header;
    header.sensing = static_cast<Sensing>(fields.choice("sensing", sensing_names));
    header.laws = fields.named("laws", "2023", &laws::edition_from);
    header.rate_of_play = fields.named("rate_of_play", "standard", &laws::rate_of_play_from);
    header.supervised = fields.flag_or("supervised", true);
    header.time_control = fields.text_or("time_control", "");
    header.clock = fields.flag_or("clock", true);
    if (fields.has("clock_mode"))
        header.clock_mode = static_cast<ClockMode>(fields.choice("clock_mode", clock_mode_names));
    header.start_fen = fields.text_or("start", "");
    header.chess960 = fields.flag_or("chess960", false);
    header.blind = fields.flag_or("blind", false);
    if (fields.has("times")) header.coarse_times = fields.choice("times", times_names) == 1;
    constexpr std::int64_t longest_scan_ms = 1'000;
    if (fields.has("scan_ms")) header.scan_ms = fields.whole("scan_ms", 0, longest_scan_ms);
    header.start_time = fields.text_or("start_time", "");
    if (fields.has("tags")) header.tags = tags_from(fields.object("tags"));
    if (!header.start_fen.empty())
        if (const auto start = chess::Position::from_fen(header.start_fen); !start)
            fields.blame<int>("\"start\": " + start.error());
    return header;
}

template<class Value, class Reader>
std::expected<Value, std::string> parse(const json::object& object, Reader read) {
    std::string fault;
    Value result = read(Fields(object, fault));
    if (!fault.empty()) return unexpected(std::move(fault));
    return result;
}

template<class Value, class Reader>
std::expected<Value, std::string> parse(std::string_view line, Reader read) {
    const auto value = parse_json(line);
    if (!value) return unexpected(value.error());
    if (!value->is_object()) return unexpected(std::string("not a JSON object"));
    return parse<Value>(value->get_object(), read);
}

// --- writing ---

std::string_view letter(Side side) { return side == Side::white ? "w" : "b"; }

void put_piece(json::object& object, const Seen& seen) {
    if (seen.side && seen.type)
        object["piece"] = std::string(1, chess::to_char({*seen.side, *seen.type}));
    else if (seen.side)
        object["side"] = letter(*seen.side);
}

json::object tags_json(const Tags& tags) {
    json::object object;
    for (const auto& [name, value] : tags) object[name] = value;
    return object;
}

struct Writer {
    json::object& object;

    void operator()(const Lift& lift) const {
        object["lift"] = to_string(lift.square);
        put_piece(object, lift.piece);
    }
    void operator()(const Drop& drop) const {
        object["drop"] = to_string(drop.square);
        put_piece(object, drop.piece);
    }
    void operator()(const Press& press) const { object["press"] = letter(press.side); }
    void operator()(const Adjust& adjust) const { object["adjust"] = letter(adjust.side); }
    void operator()(const Offer& offer) const { object["offer"] = letter(offer.side); }
    void operator()(const Accept& accept) const { object["accept"] = letter(accept.side); }
    void operator()(const Decline& decline) const { object["decline"] = letter(decline.side); }
    void operator()(const Resign& resign) const { object["resign"] = letter(resign.side); }
    void operator()(const Flag& flag) const { object["flag"] = letter(flag.side); }
    void operator()(const Claim& claim) const {
        object["claim"] = letter(claim.side);
        object["on"] = claim_names[static_cast<int>(claim.on)];
        if (!claim.move.empty()) object["move"] = claim.move;
    }
    void operator()(const Snapshot& snapshot) const {
        std::string text;
        for (std::size_t at = 0; at < 64; ++at) text += letter_of(snapshot.squares[square_at(at)]);
        object["snapshot"] = text;
        if (snapshot.lever) object["lever"] = letter(*snapshot.lever);
    }
    void operator()(const Gap& gap) const { object["gap"] = gap_names[static_cast<int>(gap.cause)]; }
    void operator()(const ClockReading& reading) const {
        json::object clock{{"w", reading.white_ms}, {"b", reading.black_ms}, {"running", nullptr}};
        if (reading.running) clock["running"] = letter(*reading.running);
        if (reading.within_ms != 0) clock["within"] = reading.within_ms;
        if (reading.left) clock["left"] = letter(*reading.left);
        object["clock"] = std::move(clock);
    }
    void operator()(const Mask& mask) const {
        object["mask"] = to_string(mask.square);
        object["on"] = mask.on;
    }
    void operator()(const BoardChange& change) const { object["board"] = change.board; }
    void operator()(const Call& call) const { object["call"] = letter(call.side); }

    void command(json::object arguments) const { object["arbiter"] = std::move(arguments); }
    void operator()(const SetPosition& set) const { command({{"do", "position"}, {"fen", set.fen}}); }
    void operator()(const PlayMove& play) const { command({{"do", "move"}, {"san", play.san}}); }
    void operator()(const TakeBack& back) const { command({{"do", "takeback"}, {"plies", back.plies}}); }
    void operator()(const SetResult& set) const { command({{"do", "result"}, {"result", to_string(set)}}); }
    void operator()(const SetTime& time) const {
        json::object arguments{{"do", "time"}};
        if (time.white_ms) arguments["w"] = *time.white_ms;
        if (time.black_ms) arguments["b"] = *time.black_ms;
        command(std::move(arguments));
    }
    void operator()(const Promoted& promoted) const {
        command({{"do", "promoted"},
                 {"square", to_string(promoted.square)},
                 {"piece", std::string(1, chess::to_char({Side::white, promoted.piece}))}});
    }
    void operator()(const Dismiss& dismiss) const {
        command({{"do", "dismiss"}, {"incident", dismiss.incident}});
    }
    void operator()(const Pause&) const { command({{"do", "pause"}}); }
    void operator()(const Resume&) const { command({{"do", "resume"}}); }
    void operator()(const Adjourn& adjourn) const {
        json::object arguments{{"do", "adjourn"}};
        if (!adjourn.sealed.empty()) arguments["sealed"] = adjourn.sealed;
        command(std::move(arguments));
    }
    void operator()(const SetTags& set) const { command({{"do", "tags"}, {"tags", tags_json(set.tags)}}); }
};

} // namespace

void correct(Tags& tags, const Tags& with) {
    for (const auto& [name, value] : with)
        if (value.empty())
            tags.erase(name);
        else
            tags.insert_or_assign(name, value);
}

Seen reduced(const Seen& seen, Sensing sensing) {
    switch (sensing) {
    case Sensing::presence: return {};
    case Sensing::colour: return {seen.side, {}};
    case Sensing::identity: return seen;
    }
    return seen;
}

std::string_view to_string(const SetResult& set) {
    return std::ranges::find_if(results, [&](const auto& each) { return each.second == set; })->first;
}

std::optional<Sensing> sensing_from(std::string_view name) {
    const auto at = index_in(sensing_names, name);
    if (!at) return std::nullopt;
    return static_cast<Sensing>(*at);
}

std::expected<Header, std::string> parse_header(std::string_view line) {
    return parse<Header>(line, header_from);
}

std::expected<Input, std::string> parse_input(std::string_view line, Sensing sensing) {
    return parse<Input>(line, [&](const Fields& fields) {
        const GameMs t_ms(fields.milliseconds("t", 0));
        return Input{t_ms, input_from(fields, sensing)};
    });
}

std::expected<What, std::string> parse_what(const json::object& object, Sensing sensing) {
    return parse<What>(object, [&](const Fields& fields) { return input_from(fields, sensing); });
}

std::string to_line(const Header& header) {
    json::object object{{"log", "adoube-sensor-log"},
                        {"version", 1},
                        {"sensing", sensing_names[static_cast<int>(header.sensing)]},
                        {"laws", to_string(header.laws)},
                        {"rate_of_play", to_string(header.rate_of_play)}};
    if (!header.supervised) object["supervised"] = false;
    if (!header.time_control.empty()) object["time_control"] = header.time_control;
    if (!header.clock) object["clock"] = false;
    if (header.clock_mode == ClockMode::delay) object["clock_mode"] = "delay";
    if (!header.start_fen.empty()) object["start"] = header.start_fen;
    if (header.chess960) object["chess960"] = true;
    if (header.blind) object["blind"] = true;
    if (header.coarse_times) object["times"] = "coarse";
    if (header.scan_ms != 0) object["scan_ms"] = header.scan_ms;
    if (!header.start_time.empty()) object["start_time"] = header.start_time;
    if (!header.tags.empty()) object["tags"] = tags_json(header.tags);
    return json::serialize(object);
}

json::object to_json(const What& what) {
    json::object object;
    std::visit(Writer{object}, what);
    return object;
}

std::string to_line(const Input& input, std::string_view by) {
    json::object object{{"t", input.t_ms.count()}};
    std::visit(Writer{object}, input.what);
    if (!by.empty()) object["by"] = by;
    return json::serialize(object);
}

std::string said_by(std::string_view line) {
    boost::system::error_code error;
    const auto value = json::parse(line, error);
    const auto* const object = error ? nullptr : value.if_object();
    const auto* const by = object ? object->if_contains("by") : nullptr;
    return by && by->is_string() ? std::string(by->get_string()) : std::string();
}

} // namespace adoube::record
