#include "daemon/inquiry/record_view.hpp"

#include "daemon/account/description.hpp"
#include "daemon/account/ply_account.hpp"
#include "daemon/evidence/replay.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/data/reading.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::inquiry {
namespace {

namespace json = boost::json;

bool is_of_squares(const record::What& what) {
    return std::holds_alternative<record::Lift>(what) || std::holds_alternative<record::Drop>(what) ||
           std::holds_alternative<record::Snapshot>(what);
}

char letter_of(const chess::Piece& piece) { return static_cast<char>(chess::to_char(piece)); }

/// Those of `all` that `there` lacks, White's first.
std::string missing(const round::LiveSquares& all, const round::LiveSquares& there) {
    std::string letters;
    for (const auto& piece : all)
        if (piece) letters += letter_of(*piece);
    for (const auto& piece : there)
        if (const auto at = piece ? letters.find(letter_of(*piece)) : std::string::npos;
            at != std::string::npos)
            letters.erase(at, 1);
    std::ranges::sort(letters);
    return letters;
}

/// The player to move has lifted the piece that captures them, or set it down in their place.
std::string taken_in(const chess::Position& stands, const round::LiveSquares& there) {
    const auto is_off = [&](chess::Square square) {
        return there[static_cast<std::size_t>(square)] != stands.at(square);
    };
    chess::Bitboard victims = 0;
    for (const auto move : stands.legal_moves())
        if (const auto victim = umpire::taken_by(stands, move);
            victim && is_off(move.from) && is_off(chess::first(victim)))
            victims |= victim;
    std::string letters;
    while (victims) letters += letter_of(*stands.at(chess::pop(victims)));
    std::ranges::sort(letters);
    return letters;
}

json::object changes(const round::LiveSquares& before, const round::LiveSquares& after) {
    json::object squares;
    for (std::size_t at = 0; at < after.size(); ++at) {
        if (before[at] == after[at]) continue;
        auto& square = squares[to_string(static_cast<chess::Square>(at))];
        if (after[at]) square = std::string(1, letter_of(*after[at]));
    }
    return squares;
}

json::array open_matters(const umpire::Umpire& umpire, bool is_sealed) {
    json::array open;
    if (umpire.paused()) open.emplace_back("the arbiter stopped the clocks");
    if (is_sealed || umpire.has_sealed_move()) open.emplace_back("a move is sealed");
    for (const auto side : {chess::Side::white, chess::Side::black})
        if (umpire.offers_draw(side))
            open.emplace_back(std::string(side == chess::Side::white ? "White" : "Black") +
                              "'s offer of a draw is not answered");
    return open;
}

std::size_t completed(const umpire::GameRecord& record) {
    return static_cast<std::size_t>(std::ranges::count_if(
        record.moves, [](const umpire::MoveRecord& move) { return move.completed_ms.has_value(); }));
}

} // namespace

std::expected<RecordView, std::string> RecordView::of(const record::GameEntry& game) {
    const auto header = record::parse_header(game.header);
    if (!header)
        return std::unexpected("the header of game " + game.id + " cannot be read: " + header.error());
    return RecordView(game, *header);
}

RecordView::RecordView(const record::GameEntry& game, const record::Header& header)
    : game_(game), umpire_(header) {
    const auto start = umpire_.record({}).game.start();
    squares_ = round::pieces_of(start);
    const auto fen = start.fen();
    start_ = fen.substr(0, fen.find(' '));
}

std::expected<void, std::string> RecordView::take(std::vector<record::Entry> entries) {
    auto waiting = sealed_;
    std::ranges::move(entries, std::back_inserter(waiting));
    const auto told = evidence::inputs_before_sealed_move(game_, waiting);
    const auto sensing = umpire_.header().sensing;
    std::vector<record::Input> inputs;
    for (std::size_t at = 0; at < told; ++at) {
        auto input = record::parse_input(waiting[at].line, sensing);
        if (!input)
            return std::unexpected("input " + std::to_string(shown_.size() + at + 1) + " of game " +
                                   game_.id + " cannot be read: " + input.error());
        inputs.push_back(std::move(*input));
    }
    for (std::size_t at = 0; at < told; ++at) show(waiting[at], inputs[at]);
    waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(told));
    sealed_ = std::move(waiting);
    return {};
}

void RecordView::show(const record::Entry& entry, const record::Input& input) {
    umpire_.feed(input);
    is_sensed_ |= is_of_squares(input.what);
    const auto record = umpire_.record(input.t_ms);
    const auto& stands = record.game.position();
    const auto all = round::pieces_of(stands);
    const auto squares = is_sensed_ ? round::live_squares(umpire_.board(), stands) : all;
    json::object row{{"t", input.t_ms.count()},
                     {"kind", record::to_json(input.what).begin()->key()},
                     {"what", account::described(umpire_.upright(input).what, record::said_by(entry.line))}};
    if (auto changed = changes(squares_, squares); !changed.empty()) row["squares"] = std::move(changed);
    squares_ = squares;
    if (auto air = missing(all, squares); air != air_) row["air"] = air_ = std::move(air);
    auto captured = air_.empty() ? std::string() : taken_in(stands, squares);
    if (captured != taken_) row["taken"] = taken_ = std::move(captured);
    const auto plies = completed(record);
    if (plies != plies_) row["plies"] = plies_ = plies;
    auto move = plies == 0 ? std::string() : account::numbered(record.game, plies - 1);
    if (move != move_) row["move"] = move_ = std::move(move);
    shown_.push_back(json::serialize(row));
}

std::string RecordView::to_json(std::uint64_t from) const {
    const auto first = std::clamp<std::uint64_t>(from, 1, shown_.size() + 1) - 1;
    const auto end = std::min<std::uint64_t>(first + most_at_once, shown_.size());
    std::string text = R"({"game":)" + json::serialize(json::string(game_.id)) + R"(,"start":")" + start_ +
                       R"(","from":)" + std::to_string(first + 1) + R"(,"next":)" + std::to_string(end + 1) +
                       R"(,"more":)" + (end < shown_.size() ? "true" : "false") + R"(,"open":)" +
                       json::serialize(open_matters(umpire_, !sealed_.empty())) + R"(,"inputs":[)";
    for (auto at = first; at < end; ++at) text += (at == first ? "" : ",") + shown_[at];
    return text + "]}";
}

} // namespace adoube::inquiry
