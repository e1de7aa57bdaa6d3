#include "tests/hall/machine.hpp"

#include "daemon/round/restore.hpp"
#include "tests/hall/broken.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <map>

namespace adoube::hall {
namespace {

constexpr const char* journal_name = "hall.journal";
constexpr const char* mark_name = "hall.journal-mark";
constexpr Us tick_interval = 100 * ms; // the daemon's
constexpr Us retry = 1 * s;            // after a failed transaction
/// At a start, per table: the current game, the next, and the last three, of which the board may still send
/// events.
constexpr std::size_t most_games_read = 5;

/// Games after each board's last shown one, which wait for the delay.
std::size_t not_shown_yet(journal::Reader& journal) {
    const auto games = journal.games().value();
    const auto shown = journal.shown().value();
    std::map<std::string, std::size_t> waiting; // by "b5" of "hall-r3-b5"
    for (const auto& game : games) {
        auto& count = waiting[game.id.substr(game.id.rfind('-') + 1)];
        count = std::ranges::count(shown, game.id, &record::Shown::game_id) > 0 ? 0 : count + 1;
    }
    std::size_t all = 0;
    for (const auto& [board, count] : waiting) all += count;
    return all;
}
constexpr Us copy_interval = 10 * s; // on average; the daemon's is shorter

} // namespace

Machine::Machine(Agenda& agenda, std::uint64_t seed, std::vector<round::Round::Seat> seats,
                 std::optional<tlog::SigningKey> key, std::int64_t delay_ms, bool with_stick, Witness witness)
    : agenda_(agenda), random_(seed), seats_(std::move(seats)), key_(std::move(key)), delay_ms_(delay_ms),
      witness_(std::move(witness)), disk_(seed) {
    if (with_stick) stick_.emplace(seed);
}

Machine::~Machine() = default;

round::HostTime Machine::time() const {
    return {SteadyUs(static_cast<std::uint64_t>(agenda_.now() - booted_) + 1'000'000),
            UtcMs(utc_ahead_ms_ + agenda_.now() / ms)};
}

UtcMs Machine::hall_ms() const {
    return UtcMs(hall_ahead_ms_) + static_cast<std::int64_t>(time().steady_us.count() / 1000);
}

void Machine::set_disk_full(bool full) {
    disk_is_full_ = full;
    disk_.set_room(full ? 0 : ~0ULL);
}

// --- lives ---

void Machine::start() {
    lost_.reset();
    auto compared = open_journal();
    if (!compared || !store_->begin_mark(std::move(compared->there))) return fail_to_start();
    lost_ = std::move(compared->lost);
    if (stick_) stick_->put_in(journal_name, disk_.vfs());
    ++life_;
    confirmed_ = 0;
    settle_doubt();
    hall_ahead_ms_ = time().utc_ms.count() - static_cast<std::int64_t>(time().steady_us.count() / 1000);
    witness_.begins();
    round_ = std::make_unique<round::Round>(seats_, key_, delay_ms_);
    std::size_t games_read = 0;
    if (const auto restored = round::restore(
            *round_, store_->reader(), [this] { return time(); }, [&] { ++games_read; });
        !restored)
        throw Broken("a start cannot go on where its journal ends: " + restored.error());
    if (games_read > most_games_read * seats_.size() + not_shown_yet(store_->reader()))
        throw Broken("a start reads " + std::to_string(games_read) + " games of " +
                     std::to_string(seats_.size()) + " boards");
    round_->tick(time());
    carry_out();
    witness_.looks();
    for (auto* cable : cables_) cable->open();
    tick();
}

std::expected<journal::ComparedWithMark, std::string> Machine::open_journal() {
    auto opened = journal::Store::open(journal_name, disk_.vfs());
    if (!opened) return std::unexpected(opened.error());
    store_.emplace(std::move(*opened));
    return compare_with_mark(store_->reader());
}

void Machine::damage_log(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    auto files = disk_.files();
    const auto log =
        std::ranges::find_if(files, [](const auto& file) { return file.first.ends_with("-wal"); });
    if (log == files.end() || log->second.empty()) return;
    auto& bytes = log->second;
    switch (random() % 3) {
    case 0: files.erase(log); break;
    case 1: bytes.resize(random() % bytes.size()); break;
    case 2: bytes[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255); break;
    }
    disk_.set_files(files);
}

void Machine::damage_line(const std::string& line, std::uint64_t seed) {
    auto files = disk_.files();
    auto& bytes = files.at(journal_name);
    auto damaged = line;
    damaged[seed % line.size()] ^= static_cast<char>(1 + seed % 127);
    auto at = bytes.find(line);
    if (at == std::string::npos) throw Broken("after a stop the journal does not hold " + line);
    // SQLite may have moved it and left a stale copy.
    for (; at != std::string::npos; at = bytes.find(line, at)) bytes.replace(at, line.size(), damaged);
    disk_.set_files(files);
}

void Machine::let_disk_lie() { disk_.lie(mark_name); }

void Machine::stop() {
    stick_.reset();
    store_->close();
    store_.reset();
    round_.reset();
    for (auto* cable : cables_) cable->close();
}

/// The disk may be full; the service manager tries again.
void Machine::fail_to_start() {
    store_.reset();
    agenda_.after(1 * s, [this] {
        if (!up()) start();
    });
}

void Machine::kill(std::uint64_t seed) { die(tests::FaultyDisk::End::kill, seed); }

void Machine::lose_power(std::uint64_t seed) {
    die(tests::FaultyDisk::End::power_cut, seed);
    booted_ = agenda_.now();
}

/// A transaction under way ends, is lost, or stops half-way.
void Machine::die(tests::FaultyDisk::End end, std::uint64_t seed) {
    if (!up()) return;
    in_doubt_ = std::move(writing_);
    inputs_before_.clear();
    for (const auto& record : in_doubt_)
        if (const auto* append = std::get_if<journal::Append>(&record))
            inputs_before_[append->game_id] = inputs_of(append->game_id);
    disk_.end_in(end, 1 + seed % 12);
    if (!in_doubt_.empty() && seed % 5 != 0) (void)store_->write(in_doubt_);
    if (stick_) stick_->lose_power(end, seed / 7);
    if (disk_.alive()) disk_.end_in(end, 1); // closing must tidy nothing up
    store_.reset();
    if (disk_.alive() && end == tests::FaultyDisk::End::power_cut) disk_.cut_power();
    round_.reset();
    std::vector<Word> lost;
    for (auto& word : words_)
        (word.record <= confirmed_ + in_doubt_.size() ? words_in_doubt_ : lost).push_back(std::move(word));
    words_.clear();
    writing_.clear();
    waiting_.clear();
    disk_.start_again();
    for (auto* cable : cables_) cable->close();
    for (auto& word : lost) word.answered("the computer died");
}

std::size_t Machine::inputs_of(const std::string& game_id) {
    const auto inputs = store_->reader().inputs(game_id);
    return inputs ? inputs->size() : 0;
}

/// A transaction is there as a whole or not at all: one record tells.
void Machine::settle_doubt() {
    if (in_doubt_.empty()) return;
    const auto armed = store_->reader().armed();
    bool there = false;
    for (const auto& record : in_doubt_) {
        if (const auto* append = std::get_if<journal::Append>(&record)) {
            there |= inputs_of(append->game_id) > inputs_before_.at(append->game_id);
        } else if (const auto* arm = std::get_if<journal::ArmGame>(&record)) {
            there |= armed && std::ranges::count(*armed, arm->game) > 0;
        }
    }
    const auto records = std::move(in_doubt_);
    in_doubt_.clear();
    if (there)
        for (const auto& record : records) witness_.durable(record);
    for (auto& word : std::exchange(words_in_doubt_, {})) word.answered(there ? "" : "the computer died");
}

// --- the clockwork ---

void Machine::tick() {
    agenda_.after(tick_interval, [this, life = life_] {
        if (!up() || life != life_) return;
        round_->tick(time());
        carry_out();
        if (store_->mark_is_behind()) (void)store_->sync_mark(); // a full disk: later
        tick();
    });
}

void Machine::opened(std::size_t port) {
    if (!up()) return;
    round_->opened(round::PortId{port}, time());
    carry_out();
}

void Machine::received(std::size_t port, const Bytes& bytes) {
    if (!up()) return;
    round_->received(round::PortId{port}, bytes, time());
    carry_out();
}

void Machine::closed(std::size_t port) {
    if (!up()) return;
    round_->failed(round::PortId{port}, "port P" + std::to_string(port + 1) + " was closed");
    carry_out();
}

void Machine::carry_out() {
    auto work = round_->take_work();
    for (auto& record : work.records) waiting_.push_back(std::move(record));
    for (const auto& send : work.send) {
        witness_.sends(std::to_underlying(send.port), send.bytes);
        cables_[std::to_underlying(send.port)]->send_to_board(send.bytes);
    }
    for (const auto port : work.close) reopen(std::to_underlying(port), 1 * s);
    for (const auto& note : work.notes) witness_.noted(note);
    for (const auto& game : work.shown) witness_.shown(game);
    write_soon();
    witness_.looks();
}

void Machine::reopen(std::size_t port, Us pause) {
    cables_[port]->close();
    agenda_.after(pause, [this, port, life = life_] {
        if (up() && life == life_) cables_[port]->open();
    });
}

// --- the journal, as its writer does it ---

void Machine::write_soon() {
    if (!writing_.empty() || waiting_.empty()) return;
    writing_.assign(std::move_iterator(waiting_.begin()), std::move_iterator(waiting_.end()));
    waiting_.clear();
    write();
}

void Machine::write() {
    const auto took =
        longest_sync_ / 10 + static_cast<Us>(random_() % static_cast<std::uint64_t>(longest_sync_));
    agenda_.after(took, [this, took, life = life_] {
        if (!up() || life != life_) return;
        const bool copies = stick_ && agenda_.now() >= copy_due_;
        const auto refused = copies ? write_beside_copy() : write_now();
        if (!refused)
            return agenda_.after(retry, [this, life] {
                if (up() && life == life_) write();
            });
        keep_journal_in_place();
        const auto records = std::exchange(writing_, {});
        std::vector<std::uint64_t> numbers;
        for (std::size_t n = 0; n < records.size(); ++n) {
            if (std::ranges::count(*refused, n) > 0)
                numbers.push_back(confirmed_ + n + 1);
            else
                witness_.durable(records[n]);
        }
        confirmed_ += records.size();
        round_->durable(confirmed_, numbers, time(), took / ms);
        carry_out();
        std::vector<Word> heard;
        for (auto& word : std::exchange(words_, {}))
            (word.record <= confirmed_ ? heard : words_).push_back(std::move(word));
        for (auto& word : heard)
            word.answered(std::ranges::count(numbers, word.record) > 0 ? "the journal refused it" : "");
    });
}

std::expected<std::vector<std::size_t>, std::string> Machine::write_now() {
    if (!disk_is_full_ && std::exchange(delete_journal_, false)) disk_.take_away(journal_name);
    return store_->write(writing_);
}

void Machine::keep_journal_in_place() {
    const auto done = store_->stay_in_place();
    if (!done) throw Broken("its file was deleted, and " + done.error());
    if (store_->path() != journal_name) throw Broken("its file was deleted, and it goes on in another place");
    if (!done->empty() && stick_) stick_->put_in(journal_name, disk_.vfs());
}

/// Concurrently, as in the daemon.
std::expected<std::vector<std::size_t>, std::string> Machine::write_beside_copy() {
    copy_due_ = agenda_.now() + static_cast<Us>(random_() % static_cast<std::uint64_t>(2 * copy_interval));
    if (random_() % 8 == 0) {
        stick_->lose_power(tests::FaultyDisk::End::power_cut, random_());
        stick_->put_in(journal_name, disk_.vfs());
    }
    std::optional<std::expected<std::vector<std::size_t>, std::string>> written;
    stick_->copy_during([&] { written = write_now(); });
    if (!written) return write_now();
    if (!*written && !disk_is_full_)
        throw Broken("while its copy is made the journal cannot be written: " + written->error());
    return std::move(*written);
}

void Machine::bring_copy_up_to_date() {
    if (!stick_) return;
    while (stick_->copy_during([] {})) {
    }
    const auto copied = stick_->holds(), there = store_->reader().counted().value();
    if (copied.games != there.games || copied.inputs != there.inputs)
        throw Broken("the copy holds " + std::to_string(copied.inputs) + " inputs of " +
                     std::to_string(there.inputs));
}

// --- words ---

void Machine::say(int board, const std::string& game, record::What what, Answered answered) {
    if (!up()) return answered("the computer is down");
    answer(round_->say(board, std::move(what), time(), {.by = {}, .game = game}), std::move(answered));
}

void Machine::arm(int board, const std::string& game_id, record::Header header, Answered answered) {
    if (!up()) return answered("the computer is down");
    answer(round_->arm(board, game_id, std::move(header), time()), std::move(answered));
}

void Machine::answer(const std::expected<std::uint64_t, std::string>& said, Answered answered) {
    if (said)
        words_.push_back({*said, std::move(answered)});
    else
        answered(said.error());
    carry_out();
}

} // namespace adoube::hall
