#include "tests/hall/players.hpp"

#include "tests/hall/broken.hpp"
#include "tools/hands/contents.hpp"
#include "tools/hands/hands.hpp"

#include "daemon/record/sensor_log.hpp"

#include <algorithm>

namespace adoube::hall {
namespace {

using chess::Position;
using tools::content_of;
using tools::contents_of;
using tools::piece_of;

constexpr Us ask_again = 500 * ms;
/// The arbiter comes and sees that the pieces stay.
constexpr Us look_at_result = 1'500 * ms;
/// Until players notice that it is on.
constexpr Us look_at_board = 3 * s;
/// In a working hall recognition never takes longer; the short one is for lossy games.
constexpr Us patience = 30 * 60 * s, short_patience = 60 * s;
constexpr const char* first_time_control = "5400+30";

std::string game_id(std::size_t round, std::size_t table) {
    return "hall-r" + std::to_string(round) + "-b" + std::to_string(table + 1);
}

record::Sensing sensing_of(const Board& board) { return static_cast<record::Sensing>(board.sensing()); }

} // namespace

Players::Players(Agenda& agenda, Board& board, Machine& machine, const tests::PlayedGames& games,
                 std::size_t table, std::uint64_t seed)
    : agenda_(agenda), board_(board), machine_(machine), source_(games), table_(table), random_(seed) {
    prepare(games.choose_normal(sensing_of(board), random_));
    next_.tags["TimeControl"] = games_.back().game.tags["TimeControl"] = first_time_control;
}

std::string Players::first_id(std::size_t table) { return game_id(1, table); }

record::Header Players::first_header(std::size_t table) {
    record::Header header;
    header.time_control = first_time_control;
    header.tags = {{"White", "White 1 at " + std::to_string(table + 1)},
                   {"Black", "Black 1 at " + std::to_string(table + 1)},
                   {"Round", "1"}};
    return header;
}

std::string Players::account() const {
    constexpr const char* stages[] = {"plays", "waits for the next game to be armed", "sets up the pieces"};
    return "board " + std::to_string(table_ + 1) + " " + stages[static_cast<int>(stage_)] + ", " + now().id +
           " has " + std::to_string(now().landed.size()) + " of " + std::to_string(stands_.size()) +
           " plies, " + std::to_string(deeds_.size()) + " deeds to do" +
           (deeds_.empty() ? "" : ", the next after " + std::to_string(deeds_.front().pause / s) + " s") +
           (waits_ ? ", an answer to come" : "") + (stopped_ ? ", stopped" : "") +
           (board_.settled() ? "" : ", not settled");
}

void Players::begin() {
    play();
    go_on_after(2 * s);
}

void Players::prepare(chess::PgnGame game) {
    constexpr const char* controls[] = {"5400+30", "40/5400+30:1800+30", "3600+30", "7200"};
    const auto round = std::to_string(games_.size() + 1), board = std::to_string(table_ + 1);
    for (auto& each : game.moves) each.clock_ms = each.elapsed_ms = std::nullopt; // they think for themselves
    game.tags = {{"White", "White " + round + " at " + board},
                 {"Black", "Black " + round + " at " + board},
                 {"Round", round},
                 {"TimeControl", controls[pick(std::size(controls))]}};
    next_ = std::move(game);
    games_.push_back(
        {game_id(games_.size() + 1, table_), table_, next_, board_.sensing() == wire::Sensing::identity});
}

void Players::play() {
    constexpr const char* styles[] = {"human", "blitz", "clumsy", "clean"};
    stage_ = Stage::playing;
    rests_since_ = 0;
    illegal_moves_ = 0;
    pressed_last_.reset();
    playing_ = games_.size() - 1;
    stands_.clear();
    positions_ = {next_.start};
    for (const auto& each : next_.moves) {
        auto position = positions_.back();
        position.play(each.move);
        stands_.push_back(contents_of(position));
        positions_.push_back(position);
    }
    auto style = *tools::style_named(styles[pick(std::size(styles))]);
    style.think_median_ms = 1'000 + static_cast<std::int64_t>(pick(8'000));
    const auto timeline =
        tools::play(next_, {.style = style, .sensing = sensing_of(board_), .seed = random_()});
    Us before = 0;
    for (const auto& happening : timeline.happenings) {
        deeds_.push_back({happening.t_us - before, happening.what});
        before = happening.t_us;
    }
    // Players sit down, and the pieces come to rest.
    if (!deeds_.empty()) deeds_.front().pause += 2 * s;
}

void Players::board_goes_off() {
    if (board_.settled()) return;
    truth().lossy = true;
    // It may have lost the start of this game, which then belongs to the one before.
    if (playing_ > 0) games_[playing_ - 1].lossy = true;
}

/// Replaces any earlier plan.
void Players::go_on_after(Us pause) {
    agenda_.after(pause, [this, thought = ++thoughts_] {
        if (thought == thoughts_) act();
    });
}

void Players::go_on() { go_on_after(deeds_.empty() ? 200 * ms : std::max<Us>(deeds_.front().pause, 1)); }

void Players::act() {
    if (stopped_ || waits_) return;
    if (!board_.on()) {
        board_was_off_ = true;
        return go_on_after(500 * ms);
    }
    if (std::exchange(board_was_off_, false)) return go_on_after(look_at_board);
    if (deeds_.empty()) {
        end_of_deeds();
    } else {
        const auto deed = deeds_.front();
        const bool is_said = std::holds_alternative<tools::Said>(deed.what);
        if (is_said && !is_at_rest()) return go_on_after(200 * ms);
        deeds_.pop_front();
        act_on(deed);
    }
    if (stopped_ || waits_) return;
    misbehave();
    go_on();
}

void Players::act_on(const Deed& deed) {
    if (stage_ == Stage::playing) truth().begun = true;
    pressed_last_.reset();
    if (const auto* said = std::get_if<tools::Said>(&deed.what)) return say(said->what);
    if (const auto* change = std::get_if<tools::Change>(&deed.what)) {
        board_.set(static_cast<unsigned>(chess::index(change->square)), content_of(change->now));
    } else if (const auto* press = std::get_if<tools::LeverPress>(&deed.what)) {
        board_.press(press->side == chess::Side::white ? wire::EventKind::press_white
                                                       : wire::EventKind::press_black);
        pressed_last_ = press->side;
        if (!deed.is_illegal && stage_ == Stage::playing && !stands_after_press())
            truth().clock_acts.push_back(agenda_.now());
    }
    if (stage_ != Stage::playing) return;
    auto& game = truth();
    if (next_ply_landed()) game.landed.push_back(agenda_.now());
    if (!asked_to_stop_ || !stands_after_press()) return;
    stopped_ = true;
    game.game.moves.resize(game.landed.size());
    game.game.result = chess::Result::open;
}

/// The next ply is on the board; without piece sensing a pawn on the last rank is a queen.
bool Players::next_ply_landed() const {
    const auto ply = now().landed.size();
    if (ply >= stands_.size()) return false;
    auto squares = board_.squares();
    const auto& move = now().game.moves[ply].move;
    const auto to = static_cast<unsigned>(chess::index(move.to));
    if (move.kind == chess::MoveKind::promotion && !now().sees_pieces &&
        squares.at(to) == content_of(chess::Piece{to_move(), chess::PieceType::pawn}))
        squares.set(to, stands_[ply].at(to));
    return squares == stands_[ply];
}

/// The last ply is pressed, and more are to come.
bool Players::stands_after_press() const {
    const auto plies = now().landed.size();
    const bool more_to_say = !deeds_.empty() && std::holds_alternative<tools::Said>(deeds_.front().what);
    return stage_ == Stage::playing && plies > 0 && plies < stands_.size() && !more_to_say &&
           board_.squares() == stands_[plies - 1] && pressed_last_ == chess::other(to_move());
}

chess::Side Players::to_move() const { return positions_[now().landed.size()].to_move(); }

bool Players::is_at_rest() const { return board_.settled() && machine_.up() && machine_.all_durable(); }

void Players::end_of_deeds() {
    if (stage_ == Stage::setting_up) return play();
    if (!is_at_rest()) {
        rests_since_ = 0;
        return;
    }
    if (rests_since_ == 0) rests_since_ = agenda_.now();
    if (agenda_.now() < rests_since_ + look_at_result) return;
    if (asked_to_stop_ && stage_ == Stage::playing) {
        truth().finished = stopped_ = true;
        return;
    }
    if (stage_ == Stage::playing) {
        prepare(source_.choose(sensing_of(board_), random_));
        stage_ = Stage::arming;
    }
    arm();
}

// --- what is said ---

void Players::say(const record::What& what) {
    waits_ = true;
    if (asked_first_ == 0) asked_first_ = agenda_.now();
    machine_.say(number(), now().id, what, [this, what](const std::string& error) {
        waits_ = false;
        // What the board has lost may make a word unacceptable for ever.
        const bool in_vain = now().lossy && agenda_.now() > asked_first_ + short_patience;
        if (error.empty() || in_vain) {
            asked_first_ = 0;
            return go_on();
        }
        if (agenda_.now() > asked_first_ + patience)
            throw Broken(now().id, "board " + std::to_string(table_ + 1) + ": " +
                                       record::to_line({{}, what}) + " is refused: " + error);
        deeds_.push_front({ask_again, tools::Said{what}});
        go_on();
    });
}

void Players::arm() {
    record::Header header;
    header.time_control = next_.tags["TimeControl"];
    for (const auto* name : {"White", "Black", "Round"}) header.tags[name] = next_.tags[name];
    if (next_.start != Position::start()) header.start_fen = next_.start.fen();
    header.chess960 = next_.chess960;
    waits_ = true;
    if (asked_first_ == 0) asked_first_ = agenda_.now();
    const auto answered = [this](const std::string& error) {
        waits_ = false;
        if (!error.empty()) {
            if (agenda_.now() > asked_first_ + patience)
                throw Broken(now().id, "board " + std::to_string(table_ + 1) +
                                           ": the next game cannot be armed: " + error);
            if (now().lossy) // the board has lost how it ended
                machine_.say(number(), now().id, record::SetResult{now().game.result}, [](const auto&) {});
            return go_on_after(ask_again);
        }
        asked_first_ = 0;
        truth().finished = true;
        pick(2) == 0 ? confirm() : set_up();
    };
    machine_.arm(number(), games_.back().id, std::move(header), answered);
}

/// The arbiter confirms a recognized result.
void Players::confirm() {
    waits_ = true;
    machine_.say(number(), now().id, record::SetResult{now().game.result}, [this](const auto&) {
        waits_ = false; // the board's own result stands
        set_up();
    });
}

/// In random order; wrong pieces leave before missing ones come.
void Players::set_up() {
    stage_ = Stage::setting_up;
    const auto wanted = contents_of(next_.start);
    std::vector<Deed> off, on;
    const auto pause = [&] { return 100 * ms + static_cast<Us>(pick(300'000)); };
    for (unsigned square = 0; square < wire::square_count; ++square) {
        const auto there = board_.squares().at(square), then = wanted.at(square);
        if (there == then) continue;
        const auto name = static_cast<chess::Square>(square);
        if (there != wire::Content::empty) off.push_back({pause(), tools::Change{name, {}}});
        if (then != wire::Content::empty) on.push_back({pause(), tools::Change{name, piece_of(then)}});
    }
    std::ranges::shuffle(off, random_);
    std::ranges::shuffle(on, random_);
    deeds_.assign(off.begin(), off.end());
    deeds_.insert(deeds_.end(), on.begin(), on.end());
    if (!deeds_.empty()) deeds_.front().pause += 2 * s;
    go_on_after(2 * s);
}

// --- what nobody outside is to know of ---

void Players::put_first(std::vector<Deed> deeds) {
    deeds_.insert(deeds_.begin(), deeds.begin(), deeds.end());
}

/// While the player to move thinks.
void Players::misbehave() {
    if (deeds_.empty() || !stands_after_press() || deeds_.front().pause < 2'500 * ms) return;
    const auto what = pick(100);
    if (what < 12)
        touch();
    else if (what < 14)
        move_illegally();
    else if (what < 20)
        arbiter_comes();
}

void Players::touch() {
    auto pieces = positions_[now().landed.size()].occupied();
    for (auto skip = pick(static_cast<std::uint64_t>(std::popcount(pieces))); skip > 0; --skip)
        chess::pop(pieces);
    const auto square = chess::first(pieces);
    const auto piece = positions_[now().landed.size()].at(square);
    if (pick(2) == 0) machine_.say(number(), now().id, record::Adjust{to_move()}, [](const auto&) {});
    put_first({{800 * ms, tools::Change{square, std::nullopt}},
               {450 * ms + static_cast<Us>(pick(700'000)), tools::Change{square, piece}}});
}

/// An illegal move is pressed, and the opponent puts the piece back.
void Players::move_illegally() {
    const auto& position = positions_[now().landed.size()];
    if (board_.sensing() == wire::Sensing::presence || illegal_moves_ > 0) return;
    auto pieces = position.pieces(to_move());
    for (auto skip = pick(static_cast<std::uint64_t>(std::popcount(pieces))); skip > 0; --skip)
        chess::pop(pieces);
    const auto from = chess::first(pieces), to = static_cast<chess::Square>(pick(64));
    const auto piece = position.at(from);
    const auto legal = position.legal_moves();
    const bool is_legal = std::ranges::any_of(
        legal, [&](chess::Move move) { return move.from == from && chess::destination(move) == to; });
    const int rank = chess::rank_of(to);
    if (position.at(to) || is_legal || piece->type == chess::PieceType::king || rank == 0 || rank == 7)
        return;
    ++illegal_moves_;
    put_first({{800 * ms, tools::Change{from, std::nullopt}},
               {600 * ms, tools::Change{to, piece}},
               {400 * ms, tools::LeverPress{to_move()}, true},
               {3 * s, tools::Change{to, std::nullopt}},
               {600 * ms, tools::Change{from, piece}}});
}

void Players::arbiter_comes() {
    const int board = number();
    const auto ignore = [](const auto&) {};
    constexpr std::int64_t white_ms = 5'000'000, black_ms = 4'000'000;
    switch (pick(5)) {
    case 0:
        truth().clock_acts.push_back(agenda_.now());
        truth().set_times.emplace(white_ms, black_ms);
        return machine_.say(board, now().id, record::SetTime{white_ms, black_ms}, ignore);
    case 1: return machine_.say(board, now().id, record::Call{to_move()}, ignore);
    case 2: return machine_.say(board, now().id, record::Dismiss{1}, ignore);
    case 3:
        return machine_.say(board, now().id, record::Claim{record::Claim::On::repetition, to_move(), {}},
                            ignore);
    case 4: return machine_.say(board, now().id, record::Offer{chess::other(to_move())}, ignore);
    }
}

} // namespace adoube::hall
