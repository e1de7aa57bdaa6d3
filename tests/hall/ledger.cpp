#include "tests/hall/ledger.hpp"

#include "daemon/evidence/evidence.hpp"
#include "daemon/evidence/examine.hpp"
#include "daemon/record/sensor_log.hpp"
#include "tests/hall/broken.hpp"

#include <algorithm>
#include <ranges>

namespace adoube::hall {

void Ledger::durable(const journal::Record& record) {
    if (const auto* open = std::get_if<journal::OpenGame>(&record)) {
        games_[open->game.id] = {open->game, record::parse_header(open->game.header)->sensing, {}, {}};
    } else if (const auto* close = std::get_if<journal::CloseGame>(&record)) {
        games_[close->game_id].entry.closed_utc_ms = close->utc_ms;
    } else if (const auto* append = std::get_if<journal::Append>(&record)) {
        auto& game = games_[append->game_id];
        check_time(game, append->entry);
        game.inputs.push_back(append->entry);
        ++inputs_;
        const auto& origin = append->entry.origin;
        if (!origin || !origin->sequence) return;
        auto& next = next_[{origin->board_id, origin->boot_id}];
        if (*origin->sequence < next)
            throw Broken("event " + std::to_string(*origin->sequence) + " of board " + origin->board_id +
                         " is in the journal twice, or after one that came later");
        next = *origin->sequence + 1;
    }
}

void Ledger::check_time(Game& game, const record::Entry& entry) const {
    // A board clock's drift in an hour, and the error of pings.
    constexpr Us imprecise = 1 * s;
    const auto input = record::parse_input(entry.line, game.sensing);
    if (!game.begun && entry.origin) game.begun = told_(*entry.origin) - input->t_ms.count() * ms;
    if (game.begun && wall_clock_is_true_) {
        const auto played_ms = (agenda_.now() - *game.begun + imprecise) / ms;
        if (input->t_ms > std::max(GameMs(played_ms), game.last_ms + round::BoardTime::short_pause_ms))
            throw Broken("the time of " + game.entry.id + " runs ahead: it is at " +
                         std::to_string(input->t_ms.count()) + " ms after no more than " +
                         std::to_string(played_ms));
    }
    game.last_ms = input->t_ms;
}

void Ledger::sent(std::size_t port, std::uint64_t board_id, const Bytes& bytes) {
    const auto take = [&](const auto& message) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(message)>, wire::Ack>) {
            const auto next = next_.find({round::board_name(board_id), message.boot_id});
            const auto durable = next == next_.end() ? 0 : next->second;
            if (message.next_seq > durable)
                throw Broken("board " + std::to_string(port + 1) + " is told to forget the events before " +
                             std::to_string(message.next_seq) + ", of which those from " +
                             std::to_string(durable) + " on are not durable");
        }
    };
    heard_[port].feed(bytes, take);
}

void Ledger::check(journal::Reader& journal, const std::string& but_of) const {
    const auto games = journal.games();
    if (!games) throw Broken(games.error());
    for (const auto& [id, game] : games_) {
        const auto there = std::ranges::find(*games, id, &record::GameEntry::id);
        if (there == games->end()) throw Broken("after a start game " + id + " is not in the journal");
        if (id == but_of || there->closed_utc_ms) continue; // checked when it ended
        const auto inputs = journal.inputs(id);
        if (!inputs) throw Broken(inputs.error());
        if (*inputs != game.inputs)
            throw Broken("after a start game " + id + " has " + std::to_string(inputs->size()) +
                         " inputs, and " + std::to_string(game.inputs.size()) + " were durable");
    }
    for (const auto& game : *games)
        if (!games_.contains(game.id)) throw Broken("after a start there is a game " + game.id);
}

std::optional<std::string> Ledger::line_only_of(const std::string& game_id) const {
    const auto game = games_.find(game_id);
    if (game == games_.end()) return std::nullopt;
    const auto times = [&](const std::string& line) {
        std::ptrdiff_t all = 0;
        for (const auto& [id, each] : games_)
            all += std::ranges::count_if(
                each.inputs, [&](const auto& entry) { return entry.line.find(line) != std::string::npos; });
        return all;
    };
    for (const auto& entry : game->second.inputs | std::views::reverse)
        if (times(entry.line) == 1) return entry.line;
    return std::nullopt;
}

std::map<std::string, std::string> Ledger::logs() const {
    std::map<std::string, std::string> logs;
    for (const auto& [id, game] : games_) {
        auto& log = logs[id] = game.entry.header + '\n';
        for (const auto& entry : game.inputs) log += entry.line + '\n';
    }
    return logs;
}

void Ledger::check_loss(journal::Reader& journal, const std::vector<journal::Lost>& lost) const {
    const auto tells = [&](journal::Lost::What what) {
        return std::ranges::count(lost, what, &journal::Lost::what) > 0;
    };
    for (const auto& [id, game] : games_) {
        const auto inputs = journal.inputs(id);
        if (!inputs || tells(journal::Lost::What::mark)) continue;
        // Of games that ended long ago only the number of records is known.
        if (game.entry.closed_utc_ms && tells(journal::Lost::What::records)) continue;
        // Records under way when the daemon was killed may be there too.
        if (inputs->size() >= game.inputs.size() &&
            std::ranges::equal(game.inputs, *inputs | std::views::take(game.inputs.size())))
            continue;
        if (std::ranges::count(lost, id, &journal::Lost::game_id) == 0)
            throw Broken("its log was damaged, and nobody is told that of game " + id + " there are " +
                         std::to_string(inputs->size()) + " inputs of " + std::to_string(game.inputs.size()));
    }
}

void Ledger::check(const Truth& truth) const {
    const auto game = games_.find(truth.id);
    if (game == games_.end()) {
        if (truth.landed.empty() || truth.lossy) return;
        throw Broken(truth.id, truth.id + " was played and is not in the journal");
    }
    if (truth.lossy) return;
    const auto header = record::parse_header(game->second.entry.header);
    umpire::Umpire umpire(header.value());
    for (const auto& entry : game->second.inputs)
        umpire.feed(record::parse_input(entry.line, header->sensing).value());
    const auto record = umpire.final_record();
    const auto& moves = truth.game.moves;
    bool same = record.moves.size() == moves.size();
    for (std::size_t ply = 0; same && ply < moves.size(); ++ply)
        same = record.moves[ply].move == moves[ply].move;
    if (!same)
        throw Broken(truth.id, truth.id + " is recorded with " + std::to_string(record.moves.size()) +
                                   " plies, " + std::to_string(moves.size()) + " were played, or others");
    if (truth.finished && record.result != truth.game.result)
        throw Broken(truth.id, truth.id + " is recorded with the result " +
                                   std::string(chess::to_string(record.result)) + ", it was " +
                                   std::string(chess::to_string(truth.game.result)));
}

namespace {

/// Except for a promotion that no sensor detects.
bool are_same(const chess::Move& one, const chess::Move& other, bool sees_pieces) {
    return one == other || (!sees_pieces && one.from == other.from && one.to == other.to);
}

/// So far.
bool tells_what_was_played(const umpire::GameRecord& record, const Truth& truth) {
    const auto& played = truth.game.moves;
    if (record.moves.size() > std::min(truth.landed.size() + 1, played.size())) return false;
    for (std::size_t ply = 0; ply < record.moves.size(); ++ply)
        if (!are_same(record.moves[ply].move, played[ply].move, truth.sees_pieces)) return false;
    return true;
}

} // namespace

bool Ledger::is_whole(const Game& game, std::optional<Us> next_begins) const {
    const record::Origin* before = nullptr;
    for (const auto& entry : game.inputs) {
        if (!entry.origin || !entry.origin->sequence) continue;
        const auto& origin = *entry.origin;
        if (next_begins && told_(origin) > *next_begins) return false;
        const bool follows =
            !before || before->boot_id != origin.boot_id || *origin.sequence == *before->sequence + 1;
        if (!follows) return false;
        before = &origin;
    }
    return true;
}

bool Ledger::is_misread(const Truth& truth, std::optional<Us> next_begins) const {
    const auto game = games_.find(truth.id);
    if (game == games_.end() || game->second.sensing != record::Sensing::presence) return false;
    if (!is_whole(game->second, next_begins)) return false;
    umpire::Umpire umpire(record::parse_header(game->second.entry.header).value());
    for (const auto& entry : game->second.inputs) {
        umpire.feed(record::parse_input(entry.line, game->second.sensing).value());
        if (!tells_what_was_played(umpire.completed(), truth)) return true;
    }
    const auto record = umpire.final_record();
    return !tells_what_was_played(record, truth) || record.moves.size() + 1 < truth.landed.size() ||
           (truth.finished && record.result != truth.game.result);
}

void Ledger::check_evidence(journal::Reader& journal, const tlog::SigningKey& key) const {
    for (const auto& [id, game] : games_) {
        const auto checkpoints = journal.checkpoints(id);
        if (!checkpoints) throw Broken(checkpoints.error());
        std::vector<tlog::Note> notes;
        for (const auto& checkpoint : *checkpoints)
            notes.push_back(tlog::parse_note(checkpoint.note).value());
        if (notes.empty()) continue; // no move was completed
        const auto file = to_text(evidence::make_evidence(key, 1, game.entry, game.inputs, notes, {}));
        if (const auto examined = evidence::examine(file); !examined.faults.empty())
            throw Broken("the evidence of " + id + " is found wrong: " + examined.faults.front());
    }
}

} // namespace adoube::hall
