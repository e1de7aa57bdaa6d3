#include "lives.hpp"

#include "waiter.hpp"

#include <algorithm>
#include <functional>

namespace adoube::tests {

using namespace journal;

std::string Kept::counts() const {
    std::string text = std::to_string(games.size()) + " games, " + std::to_string(armed.size()) + " armed";
    text += ", " + std::to_string(holds.size()) + " held, " + std::to_string(tombstones.size()) + " deleted";
    for (const auto& [game, entries] : inputs) text += ", " + game + ": " + std::to_string(entries.size());
    return text;
}

bool Reference::apply(const Record& record) {
    return std::visit([this](const auto& one) { return take_one(one); }, record);
}
bool Reference::take_one(const OpenGame& record) {
    if (std::ranges::count(kept_.tombstones, record.game.id, &Tombstone::game_id) > 0) return false;
    if (!kept_.inputs.try_emplace(record.game.id).second) return false;
    kept_.games.push_back(record.game);
    return true;
}
bool Reference::take_one(const Append& record) {
    const auto game = kept_.inputs.find(record.game_id);
    if (game == kept_.inputs.end()) return false;
    const auto& origin = record.entry.origin;
    if (origin && origin->sequence &&
        !origins_.emplace(origin->board_id, origin->boot_id, *origin->sequence).second)
        return false;
    game->second.push_back(record.entry);
    return true;
}
bool Reference::take_one(const CloseGame& record) {
    for (auto& game : kept_.games)
        if (game.id == record.game_id) game.closed_utc_ms = record.utc_ms;
    return true;
}
bool Reference::take_one(const ArmGame& record) {
    if (!kept_.inputs.contains(record.game.after)) return false;
    kept_.armed.push_back(record.game);
    return true;
}

bool Reference::take_one(const Checkpoint& record) {
    kept_.checkpoints[record.game_id].push_back(record);
    return true;
}

bool Reference::take_one(const Shown& record) {
    kept_.shown[record.game_id] = record;
    return true;
}

bool Reference::take_one(const HoldGame& record) {
    kept_.holds[record.game_id] = record.hold;
    return true;
}
bool Reference::take_one(const ReleaseGame& record) { return kept_.holds.erase(record.game_id) > 0; }

bool Reference::take_one(const DeleteGame& record) {
    const auto& id = record.tombstone.game_id;
    if (kept_.holds.contains(id) || !kept_.inputs.erase(id)) return false;
    std::erase_if(kept_.games, [&](const auto& game) { return game.id == id; });
    kept_.tombstones.push_back(record.tombstone);
    kept_.shown.erase(id);
    auto& notes = kept_.checkpoints[id];
    std::erase_if(notes, [&](const auto& note) { return note.size != record.kept_size; });
    if (notes.empty()) kept_.checkpoints.erase(id);
    const auto begun = [&](const std::string& game) {
        return kept_.inputs.contains(game) ||
               std::ranges::count(kept_.tombstones, game, &Tombstone::game_id) > 0;
    };
    std::erase_if(kept_.armed, [&](const auto& armed) { return armed.after == id && !begun(armed.id); });
    for (auto& armed : kept_.armed)
        if (armed.id == id) armed.header.clear();
    return true;
}

std::string mark(const std::string& game_id) { return "<of " + game_id + ">"; }

namespace {

/// Finished games and their fate.
class Past {
  public:
    void open(const std::string& id) { sizes_[id] = {1, 0}; }
    void append(const std::string& id) { ++sizes_[id].first; }
    void sign(const std::string& id, std::uint64_t size) { sizes_[id].second = size; }
    void close(const std::string& id) { over_.push_back(id); }
    void put(Group& group, std::mt19937_64& random, UtcMs utc_ms) {
        if (over_.empty()) return;
        const auto id = over_[random() % over_.size()];
        if (held_.erase(id) > 0) {
            group.push_back(ReleaseGame{id});
        } else if (random() % 3 == 0) {
            held_.insert(id);
            group.push_back(HoldGame{id, {"an appeal " + mark(id), utc_ms}});
        } else {
            std::erase(over_, id);
            const auto [size, signed_size] = sizes_[id];
            group.push_back(DeleteGame{{id, utc_ms, "by hand", size, "root"}, signed_size});
        }
    }

  private:
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> sizes_; // of the tree, and last signed
    std::vector<std::string> over_;
    std::set<std::string> held_;
};

} // namespace

std::vector<Group> simulated_round(std::uint64_t seed, int boards, int groups, bool all_are_kept) {
    std::mt19937_64 random(seed);
    std::vector<Group> round;
    std::vector<std::string> game(static_cast<std::size_t>(boards));
    std::vector<std::uint32_t> sequence(game.size());
    int games = 0;
    UtcMs utc_ms(1'700'000'000'000);
    Past past;
    const auto input = [&](std::size_t board, bool numbered, bool by_board) {
        past.append(game[board]);
        Entry entry{mark(game[board]) + std::string(random() % (random() % 50 == 0 ? 9000 : 80), 'x'),
                    std::nullopt, utc_ms += 1};
        if (by_board)
            entry.origin = Origin{"board-" + std::to_string(board), 7, std::nullopt, BoardUs(random())};
        if (numbered) entry.origin->sequence = sequence[board]++;
        return Append{game[board], std::move(entry)};
    };
    const auto open = [&](std::size_t board, Group& group) {
        game[board] = "g" + std::to_string(++games);
        past.open(game[board]);
        group.push_back(
            OpenGame{{game[board], "{}" + mark(game[board]), utc_ms += 1, {}, "secret of " + game[board]}});
        group.push_back(input(board, false, true));
    };
    for (std::size_t board = 0; board < game.size(); ++board) open(board, round.emplace_back());
    while (round.size() < static_cast<std::size_t>(groups)) {
        Group& group = round.emplace_back();
        const auto board = random() % game.size();
        for (auto count = 1 + random() % 6; count > 0; --count) group.push_back(input(board, true, true));
        if (random() % 20 == 0) group.push_back(input(board, false, true));
        if (random() % 20 == 0) group.push_back(input(board, false, false));
        if (random() % 5 == 0) {
            group.push_back(Checkpoint{game[board], static_cast<std::uint64_t>(utc_ms.count()), "signed\n"});
            past.sign(game[board], static_cast<std::uint64_t>(utc_ms.count()));
        }
        if (random() % 4 == 0)
            group.push_back(Shown{game[board], static_cast<std::uint64_t>(random() % 100),
                                  GameMs(utc_ms.count()), UtcMs(-utc_ms.count())});
        if (!all_are_kept && random() % 10 == 0) past.put(group, random, utc_ms += 1);
        if (random() % 40 != 0) continue;
        group.push_back(CloseGame{game[board], utc_ms += 1});
        past.close(game[board]);
        for (const auto* other : {"?", ""}) { // the arbiter armed another one first
            const auto next = "g" + std::to_string(games + 1) + other;
            group.push_back(ArmGame{{game[board], next, "{}" + mark(next), utc_ms += 1}});
        }
        open(board, group);
    }
    return round;
}

std::expected<Kept, std::string> read_back(Journal& journal) {
    Kept kept;
    if (auto games = journal.reader().games())
        kept.games = std::move(*games);
    else
        return std::unexpected(games.error());
    if (auto armed = journal.reader().armed())
        kept.armed = std::move(*armed);
    else
        return std::unexpected(armed.error());
    for (const auto& game : kept.games) {
        auto inputs = journal.reader().inputs(game.id);
        if (!inputs) return std::unexpected(inputs.error());
        kept.inputs[game.id] = std::move(*inputs);
    }
    const auto outlines = journal.reader().outlines();
    if (!outlines) return std::unexpected(outlines.error());
    for (const auto& outline : *outlines)
        if (outline.hold) kept.holds[outline.game.id] = *outline.hold;
    const auto shown = journal.reader().shown();
    if (!shown) return std::unexpected(shown.error());
    for (const auto& one : *shown) kept.shown[one.game_id] = one;
    auto tombstones = journal.reader().tombstones();
    if (!tombstones) return std::unexpected(tombstones.error());
    kept.tombstones = std::move(*tombstones);
    std::ranges::sort(kept.tombstones, {}, &Tombstone::deleted_utc_ms); // else in the order of their games
    std::vector<std::string> ids;
    for (const auto& game : kept.games) ids.push_back(game.id);
    for (const auto& tombstone : kept.tombstones) ids.push_back(tombstone.game_id);
    for (const auto& id : ids) {
        auto checkpoints = journal.reader().checkpoints(id);
        if (!checkpoints) return std::unexpected(checkpoints.error());
        if (!checkpoints->empty()) kept.checkpoints[id] = std::move(*checkpoints);
    }
    return kept;
}

Lives::Lives(FaultyDisk& disk, std::uint64_t seed, std::vector<Group> round)
    : disk_(disk), random_(seed), round_(std::move(round)) {}

std::string Lives::live() {
    auto journal = Journal::open("round.journal", std::chrono::milliseconds(1), disk_.vfs());
    if (!journal) return disk_.alive() ? journal.error() : "";
    auto wrong = compare(*journal);
    if (wrong.empty()) wrong = in_words("round.journal", journal->lost());
    if (wrong.empty() && random_() % 2 == 0) wrong = erase(*journal);
    if (!wrong.empty()) return disk_.alive() ? wrong : "";
    return fill(std::move(*journal));
}

void Lives::take_next() {
    for (const auto& record : round_[confirmed_]) reference_.apply(record);
    ++confirmed_;
}

namespace {

/// Names of what differs.
std::string differing(const Kept& one, const Kept& other) {
    std::string names;
    const auto look = [&](const char* name, const auto& member) {
        if (one.*member != other.*member) names += std::string(names.empty() ? "" : ", ") + name;
    };
    look("games", &Kept::games);
    look("armed", &Kept::armed);
    look("inputs", &Kept::inputs);
    look("checkpoints", &Kept::checkpoints);
    look("shown", &Kept::shown);
    look("holds", &Kept::holds);
    look("tombstones", &Kept::tombstones);
    return names;
}

} // namespace

std::string Lives::compare(Journal& journal) {
    const auto kept = read_back(journal);
    if (!kept) return kept.error();
    const auto expected = reference_.kept();
    while (reference_.kept() != *kept) {
        if (confirmed_ == put_)
            return "confirmed was " + expected.counts() + "; put was " + reference_.kept().counts() +
                   "; there is " + kept->counts() + ", and other than was confirmed are its " +
                   differing(expected, *kept);
        take_next();
    }
    put_ = confirmed_; // the rest is in no file
    return {};
}

std::string Lives::erase(Journal& journal) {
    const auto erased = journal.erase_deleted();
    if (!erased) return erased.error();
    for (const auto& tombstone : reference_.kept().tombstones)
        if (disk_.holds(mark(tombstone.game_id)))
            return "of deleted game " + tombstone.game_id + " something is left";
    return {};
}

std::string Lives::fill(Journal journal) {
    Waiter waiter;
    const auto dead = [this] { return !disk_.alive(); };
    std::vector<Ticket> last; // of each group from the first missing
    std::vector<Ticket> known;
    auto open = std::make_unique<Recorder>(std::move(journal).start(waiter.events()));
    // A board resends what was not acknowledged, recorded or not.
    for (std::size_t at = confirmed_ - std::min<std::size_t>(confirmed_, random_() % 3); at < confirmed_;
         ++at)
        for (const auto& record : round_[at])
            if (const auto* append = std::get_if<Append>(&record);
                append && append->entry.origin && append->entry.origin->sequence)
                known.push_back(open->put(record));
    while (put_ < round_.size() && !dead()) {
        last.push_back(open->put(round_[put_++]));
        if (random_() % 3 == 0) waiter.wait_durable(last.back(), dead);
        if (random_() % 8 == 0) open->tidy();
    }
    if (!last.empty()) waiter.wait_durable(last.back(), dead);
    const bool was_alive = !dead();
    open.reset();
    for (const Ticket ticket : last)
        if (ticket <= waiter.durable()) take_next();
    if (was_alive && !done()) return "not all became durable, and the disk works";
    std::erase_if(known, [&](Ticket ticket) { return ticket > waiter.durable(); });
    return waiter.refused() == known ? "" : "refused were others than those that it had already";
}

} // namespace adoube::tests
