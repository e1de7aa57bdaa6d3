#include "hands.hpp"

#include "daemon/record/sensor_log.hpp"
#include "tools/hands/contents.hpp"
#include "tools/hands/hands.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::soak {
namespace {

using chess::Position;
using tools::content_of;
using tools::contents_of;
using tools::piece_of;

/// After this long a piece counts as released, or as touched.
constexpr std::int64_t surely_rests_us = 1'000'000;
constexpr RealTime ask_again_us = 500'000, look_us = 5'000;
/// The arbiter comes and looks where the kings stand.
constexpr RealTime look_at_result_us = 1'500'000;
/// No machine is so busy that recognition takes longer.
constexpr RealTime patience_us = 120'000'000;

std::string time_control_of(const chess::PgnGame& game, std::mt19937_64& random) {
    constexpr const char* controls[] = {"5400+30", "40/5400+30:1800+30", "3600+30", "7200"};
    const auto own = game.tags.find("TimeControl");
    return own != game.tags.end() && own->second.find_first_not_of("0123456789+") == std::string::npos &&
                   !own->second.empty()
               ? own->second
               : controls[random() % std::size(controls)];
}

} // namespace

std::string id_of(std::size_t round, std::size_t table) {
    return "soak-r" + std::to_string(round) + "-b" + std::to_string(table);
}

record::Tags tags_of(std::size_t round, std::size_t table, const std::string& time_control) {
    const auto of_round = std::to_string(round), at = std::to_string(table);
    return {{"White", "White " + of_round + " at " + at},
            {"Black", "Black " + of_round + " at " + at},
            {"Round", of_round},
            {"TimeControl", time_control}};
}

Hands::Hands(int table, Board& board, const tests::PlayedGames& games, Control& control, Faults& faults,
             std::uint64_t seed, std::size_t round)
    : table_(table), board_(board), source_(games), control_(control), faults_(faults), random_(seed),
      first_round_(round) {
    prepare(games.choose_normal(static_cast<record::Sensing>(board.sensing()), random_));
    next_.tags["TimeControl"] = "5400+30"; // as in the configuration
    play();
}

std::string Hands::place() const { return "board " + std::to_string(table_) + ": "; }

std::string Hands::account() const {
    constexpr const char* stages[] = {"plays", "waits for the next game to be armed", "sets up the pieces"};
    return place() + stages[static_cast<int>(stage_)] + ", " + games_.back().id + " has " +
           std::to_string(games_.back().landed.size()) + " of " + std::to_string(stands_.size()) +
           " plies, " + std::to_string(deeds_.size()) + " deeds to do" +
           (waits_ ? ", an answer to come" : "") + (stopped_ ? ", stopped" : "") +
           (board_.on() && board_.settled() ? "" : ", not settled");
}

void Hands::prepare(chess::PgnGame game) {
    for (auto& each : game.moves)
        each.clock_ms = each.elapsed_ms = std::nullopt; // real players think for hours
    game.tags = tags_of(first_round_ + games_.size(), static_cast<std::size_t>(table_),
                        time_control_of(game, random_));
    next_ = std::move(game);
}

void Hands::play() {
    constexpr const char* styles[] = {"human", "blitz", "blitz", "clumsy", "clean"};
    stage_ = Stage::playing;
    rests_since_ = 0;
    games_.push_back(
        {id_of(first_round_ + games_.size(), static_cast<std::size_t>(table_)), next_, {}, false});
    stands_.clear();
    Position position = next_.start;
    for (const auto& each : next_.moves) {
        position.play(each.move);
        stands_.push_back(contents_of(position));
    }
    const auto timeline = tools::play(next_, {.style = *tools::style_named(styles[random_() % 5]),
                                              .sensing = static_cast<record::Sensing>(board_.sensing()),
                                              .seed = random_()});
    std::int64_t before_us = 0;
    for (const auto& happening : timeline.happenings) {
        deeds_.push_back({happening.t_us - before_us, happening.what});
        before_us = happening.t_us;
    }
    // Players sit down, and the pieces come to rest.
    constexpr std::int64_t sit_down_us = 2'000'000;
    if (!deeds_.empty()) deeds_.front().pause_us += sit_down_us;
}

bool Hands::keep_still() const { return deeds_.empty() || deeds_.front().pause_us >= surely_rests_us; }

void Hands::act(RealTime now) {
    bound_ = bound_ || (!games_.front().landed.empty() && board_.settled());
    while (!waits_ && !stopped_) {
        if (deeds_.empty()) {
            go_on(now);
            if (deeds_.empty()) break;
        }
        const Deed deed = deeds_.front();
        if (!act_on(deed, now)) break;
        deeds_.pop_front();
        const auto* press = std::get_if<tools::LeverPress>(&deed.what);
        auto& expected = games_.back();
        if (stage_ != Stage::playing) continue;
        note_ply(board_.real_us(last_us_));
        const auto plies = expected.landed.size();
        const bool more_to_say = !deeds_.empty() && std::holds_alternative<tools::Said>(deeds_.front().what);
        stopped_ = asked_to_stop_ && press && plies > 0 && plies < stands_.size() && !more_to_say &&
                   board_.squares() == stands_[plies - 1] && press->side == mover_of(plies);
        if (!stopped_) continue;
        expected.game.moves.resize(plies);
        expected.game.result = chess::Result::open;
    }
    board_.pass(now);
}

/// With presence sensing a capture looks complete once the capturing piece is lifted; a press may then be
/// that of the ply before.
chess::Side Hands::mover_of(std::size_t ply) const {
    const auto first = games_.back().game.start.to_move();
    return ply % 2 == 1 ? first : chess::other(first);
}

void Hands::note_ply(RealTime now) {
    auto& landed = games_.back().landed;
    if (landed.size() < stands_.size() && board_.squares() == stands_[landed.size()]) landed.push_back(now);
}

bool Hands::act_on(const Deed& deed, RealTime now) {
    if (const auto* said = std::get_if<tools::Said>(&deed.what)) {
        if (!board_.settled() || now < ask_again_) return false;
        last_us_ = std::max(last_us_, board_.time_us(now));
        say(said->what);
        return true;
    }
    // A late deed is done at once; the next keeps its distance.
    const auto due_us = std::max(last_us_ + static_cast<std::uint64_t>(deed.pause_us), board_.passed_us());
    if (!board_.reach(due_us, now)) return false;
    if (const auto* change = std::get_if<tools::Change>(&deed.what)) {
        board_.set(static_cast<unsigned>(chess::index(change->square)), content_of(change->now), due_us);
    } else if (const auto* press = std::get_if<tools::LeverPress>(&deed.what)) {
        board_.press(press->side == chess::Side::white ? wire::EventKind::press_white
                                                       : wire::EventKind::press_black,
                     due_us);
    }
    last_us_ = due_us;
    return true;
}

RealTime Hands::wake_us(RealTime now) const {
    if (stopped_) return now + 1'000'000;
    if (waits_) return now + look_us;
    if (deeds_.empty()) return std::max(now, std::min(ask_again_, now + ask_again_us)) + look_us;
    if (std::holds_alternative<tools::Said>(deeds_.front().what)) return now + look_us;
    const auto due = board_.real_us(last_us_ + static_cast<std::uint64_t>(deeds_.front().pause_us));
    return due > now ? due : now + look_us;
}

void Hands::say(const record::What& what) {
    auto line = boost::json::parse(record::to_line({{}, what})).as_object();
    line.erase("t");
    line["board"] = std::to_string(table_);
    waits_ = true;
    control_.say(boost::json::serialize(line), [this, what](const std::string& error) {
        const auto now = now_us();
        waits_ = false;
        last_us_ = std::max(last_us_, board_.on() ? board_.time_us(now) : 0);
        const auto since = asked_first_ == 0 ? now : asked_first_;
        asked_first_ = ask_again_ = 0;
        if (error.empty()) return;
        // An unpressed move stands only after a while.
        if (now > since + patience_us)
            return faults_.tell(place() + record::to_line({{}, what}) + " was refused: " + error);
        asked_first_ = since;
        ask_again_ = now + ask_again_us;
        deeds_.push_front({0, tools::Said{what}});
    });
}

void Hands::go_on(RealTime now) {
    if (stage_ == Stage::setting_up) return play();
    if (!board_.settled() || now < ask_again_) return;
    if (rests_since_ == 0) rests_since_ = now;
    if (now < rests_since_ + look_at_result_us) return;
    if (asked_to_stop_ && stage_ == Stage::playing) {
        games_.back().finished = stopped_ = true;
        return;
    }
    if (stage_ == Stage::playing) {
        prepare(source_.choose(static_cast<record::Sensing>(board_.sensing()), random_));
        asked_first_ = now;
        stage_ = Stage::arming;
    }
    arm();
}

void Hands::arm() {
    boost::json::object tags;
    for (const auto* name : {"White", "Black", "Round"}) tags[name] = next_.tags[name];
    boost::json::object next{{"tags", tags}, {"time_control", next_.tags["TimeControl"]}};
    if (next_.start != Position::start()) next["start"] = next_.start.fen();
    if (next_.chess960) next["chess960"] = true;
    waits_ = true;
    const boost::json::object line{{"board", std::to_string(table_)}, {"arm", next}};
    control_.say(boost::json::serialize(line), [this](const std::string& error) {
        waits_ = false;
        if (error.empty()) {
            ask_again_ = asked_first_ = 0;
            games_.back().finished = true;
            return confirm();
        }
        const auto now = now_us();
        ask_again_ = now + ask_again_us;
        const bool patient = error.find("has no result yet") != std::string::npos;
        if (patient && now < asked_first_ + patience_us) return;
        faults_.tell(place() + "the next game cannot be armed: " + error);
        stopped_ = true;
    });
}

/// The arbiter confirms the recognized result: a board this fast sends times that go back when a pong is
/// late, and a result that rests on how long pieces stood is lost with that.
void Hands::confirm() {
    const auto result = games_.back().game.result;
    const boost::json::object line{
        {"board", std::to_string(table_)},
        {"game", games_.back().id},
        {"arbiter", {{"do", "result"}, {"result", std::string(chess::to_string(result))}}}};
    waits_ = true;
    control_.say(boost::json::serialize(line), [this](const std::string& error) {
        waits_ = false;
        if (!error.empty()) faults_.tell(place() + "the result was refused: " + error);
        set_up();
    });
}

/// In random order; wrong pieces leave before missing ones come.
void Hands::set_up() {
    stage_ = Stage::setting_up;
    const auto wanted = contents_of(next_.start);
    std::vector<Deed> off, on;
    const auto pause_us = [&] { return static_cast<std::int64_t>(100'000 + random_() % 300'000); };
    for (unsigned square = 0; square < wire::square_count; ++square) {
        const auto now = board_.squares().at(square), then = wanted.at(square);
        if (now == then) continue;
        const auto name = static_cast<chess::Square>(square);
        if (now != wire::Content::empty) off.push_back({pause_us(), tools::Change{name, {}}});
        if (then != wire::Content::empty) on.push_back({pause_us(), tools::Change{name, piece_of(then)}});
    }
    std::ranges::shuffle(off, random_);
    std::ranges::shuffle(on, random_);
    deeds_.assign(off.begin(), off.end());
    deeds_.insert(deeds_.end(), on.begin(), on.end());
    last_us_ = std::max(last_us_, board_.on() ? board_.time_us(now_us()) : 0);
    if (!deeds_.empty()) deeds_.front().pause_us += 2'000'000;
}

} // namespace adoube::soak
