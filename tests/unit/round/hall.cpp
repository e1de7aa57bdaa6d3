#include "tests/unit/round/hall.hpp"

#include "daemon/evidence/examine.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/round/restore.hpp"

#include <algorithm>
#include <stdexcept>

namespace adoube::tests {

wire::Squares start_squares(wire::Sensing sensing) {
    wire::Squares squares;
    const auto position = chess::Position::start();
    for (unsigned square = 0; square < 64; ++square)
        if (const auto piece = position.at(static_cast<chess::Square>(square)))
            squares.set(square, wire::seen_by(sensing, wire::content_from_char(chess::to_char(*piece))));
    return squares;
}

wire::Event wire_event(const record::Input& input) {
    wire::Event event{static_cast<std::uint64_t>(input.t_ms.count()) * 1000, {}, 0, wire::Content::empty};
    const auto content = [](const record::Seen& seen) {
        if (!seen.side) return wire::Content::occupied;
        if (!seen.type) return *seen.side == chess::Side::white ? wire::Content::white : wire::Content::black;
        return wire::content_from_char(chess::to_char({*seen.side, *seen.type}));
    };
    if (const auto* lift = std::get_if<record::Lift>(&input.what)) {
        event.kind = wire::EventKind::lift;
        event.square = static_cast<std::uint8_t>(lift->square);
        event.content = content(lift->piece);
    } else if (const auto* drop = std::get_if<record::Drop>(&input.what)) {
        event.kind = wire::EventKind::drop;
        event.square = static_cast<std::uint8_t>(drop->square);
        event.content = content(drop->piece);
    } else {
        const bool white = std::get<record::Press>(input.what).side == chess::Side::white;
        event.kind = white ? wire::EventKind::press_white : wire::EventKind::press_black;
    }
    return event;
}

round::Round::Seat seat(int number) {
    round::TableSetup table;
    table.number = number;
    table.game_id = "game-" + std::to_string(number);
    table.header.time_control = "5400+30";
    table.drawn = "drawn for a hall";
    table.header.tags = {{"White", "W" + std::to_string(number)}, {"Black", "B" + std::to_string(number)}};
    return {table, "P" + std::to_string(number)};
}

Hall::Hall(std::vector<round::Round::Seat> seats, std::optional<tlog::SigningKey> key, std::int64_t delay_ms)
    : seats_(std::move(seats)), key_(std::move(key)), delay_ms_(delay_ms), plugged_(seats_.size()) {
    start();
}

void Hall::plug(std::size_t port, BoardOnCable& board) {
    plugged_[port] = &board;
    round_->opened(round::PortId{port}, now);
    work();
}

void Hall::unplug(std::size_t port) {
    if (!plugged_[port]) return;
    plugged_[port] = nullptr;
    round_->failed(round::PortId{port}, "port P" + std::to_string(port + 1) + " was closed");
    work();
}

void Hall::receive(std::size_t port, const std::vector<std::uint8_t>& bytes) {
    round_->received(round::PortId{port}, bytes, now);
    work();
}

std::string Hall::say(int board, record::What what, std::string_view by, std::string_view game) {
    return answer(round_->say(board, std::move(what), now, {by, game}));
}

std::string Hall::arm(int board, const std::string& id, const record::Header& header) {
    return answer(round_->arm(board, id, header, now));
}

std::string Hall::use_port(int board, const std::string& name) {
    const auto change = round_->port_change(board, name, drivers::Maker::adoube);
    if (!change) return change.error();
    round_->change_ports(*change, now);
    for (const auto& [port, opened, maker] : change->ports) {
        const auto at = std::to_underlying(port);
        plugged_[at] = nullptr;
        if (!keeps_ports) continue;
        seats_[at].port = opened;
        seats_[at].maker = maker;
        seats_[at].given_utc_ms = now.utc_ms;
    }
    work();
    return {};
}

std::size_t Hall::waiting(const std::string& id) const {
    return static_cast<std::size_t>(std::ranges::count_if(waiting_, [&](const journal::Record& record) {
        const auto* append = std::get_if<journal::Append>(&record);
        return append && append->game_id == id;
    }));
}

std::map<std::string, std::size_t> Hall::all_waiting() const {
    std::map<std::string, std::size_t> inputs;
    for (const auto& record : waiting_)
        if (const auto* append = std::get_if<journal::Append>(&record)) ++inputs[append->game_id];
    return inputs;
}

void Hall::kill() {
    waiting_.clear();
    start();
    for (std::size_t port = 0; port < plugged_.size(); ++port)
        if (plugged_[port]) round_->opened(round::PortId{port}, now);
    work();
}

void Hall::pass(std::int64_t ms) {
    now.steady_us += static_cast<std::uint64_t>(ms) * 1000;
    now.utc_ms += ms;
    for (auto* board : plugged_)
        if (board) board->time_us += static_cast<std::uint64_t>(ms) * 1000;
}

void Hall::step(std::int64_t ms) {
    pass(ms);
    if (++steps_ % 10 == 0)
        for (auto* board : plugged_)
            if (board) board->rewind();
    for (std::size_t port = 0; port < plugged_.size(); ++port) deliver(port, {});
    round_->tick(now);
    work();
    if (disk_works) sync();
}

void Hall::run(int steps) {
    for (; steps > 0; --steps) step();
}

void Hall::sync() {
    while (!waiting_.empty()) sync_oldest(waiting_.size());
}

void Hall::sync_oldest(std::size_t records) {
    std::vector<std::uint64_t> refused;
    for (; records > 0; --records, waiting_.pop_front()) {
        ++confirmed_;
        if (!write(waiting_.front())) refused.push_back(confirmed_);
    }
    round_->durable(confirmed_, refused, now, sync_ms);
    work();
}

const broadcast::PublicGame& Hall::game(const std::string& id) const {
    const auto last = std::ranges::find(shown.rbegin(), shown.rend(), id, &broadcast::PublicGame::id);
    return *last;
}

std::string Hall::moves(const std::string& id) const {
    std::string text;
    for (const auto& move : game(id).moves) text += (text.empty() ? "" : " ") + move.san();
    return text;
}

std::vector<record::Entry> Hall::inputs(const std::string& id) const {
    std::vector<record::Entry> all;
    for (const auto& record : disk)
        if (const auto* append = std::get_if<journal::Append>(&record); append && append->game_id == id)
            all.push_back(append->entry);
    return all;
}

std::vector<record::Checkpoint> Hall::checkpoints(const std::string& id) const {
    std::vector<record::Checkpoint> all;
    for (const auto& record : disk)
        if (const auto* checkpoint = std::get_if<record::Checkpoint>(&record);
            checkpoint && checkpoint->game_id == id)
            all.push_back(*checkpoint);
    return all;
}

std::string Hall::header(const std::string& id) const {
    for (const auto& record : disk)
        if (const auto* open = std::get_if<journal::OpenGame>(&record); open && open->game.id == id)
            return open->game.header;
    return {};
}

int Hall::noted(const std::string& part) const {
    return static_cast<int>(std::ranges::count_if(
        notes, [&](const round::Note& note) { return note.text.find(part) != std::string::npos; }));
}

namespace {

/// What the hall's disk holds, as a journal::Reader tells it.
class DiskReader {
  public:
    explicit DiskReader(const Hall& hall) : hall_(hall) {}

    std::expected<std::vector<record::GameEntry>, std::string> games() const {
        std::vector<record::GameEntry> all;
        for (const auto& record : hall_.disk)
            if (const auto* open = std::get_if<journal::OpenGame>(&record))
                all.push_back(open->game);
            else if (const auto* close = std::get_if<journal::CloseGame>(&record))
                std::ranges::find(all, close->game_id, &record::GameEntry::id)->closed_utc_ms = close->utc_ms;
        return all;
    }
    std::expected<std::vector<record::ArmedGame>, std::string> armed() const {
        std::vector<record::ArmedGame> all;
        for (const auto& record : hall_.disk)
            if (const auto* arm = std::get_if<journal::ArmGame>(&record)) all.push_back(arm->game);
        return all;
    }
    std::expected<std::vector<record::Tombstone>, std::string> tombstones() const { return {}; }
    std::expected<std::vector<record::Shown>, std::string> shown() const {
        std::vector<record::Shown> all;
        for (const auto& record : hall_.disk)
            if (const auto* mark = std::get_if<record::Shown>(&record)) all.push_back(*mark);
        return all;
    }
    std::expected<std::vector<record::Entry>, std::string> inputs(const std::string& id) const {
        return hall_.inputs(id);
    }
    std::expected<std::vector<record::Entry>, std::string> last_heard(const std::string& id) const {
        return hall_.inputs(id);
    }
    std::expected<std::vector<record::Checkpoint>, std::string> checkpoints(const std::string& id) const {
        return hall_.checkpoints(id);
    }

  private:
    const Hall& hall_;
};

} // namespace

void Hall::start() {
    round_ = std::make_unique<round::Round>(seats_, key_, delay_ms_);
    confirmed_ = said_ = 0;
    origins_.clear();
    for (const auto& record : disk) is_new(record);
    const DiskReader reader(*this);
    if (const auto restored = round::restore(
            *round_, reader, [this] { return now; }, [] {});
        !restored)
        throw std::runtime_error(restored.error());
    round_->tick(now);
    work();
}

std::string Hall::answer(const std::expected<std::uint64_t, std::string>& said) {
    work();
    if (!said) return said.error();
    said_ = *said;
    return {};
}

void Hall::work() {
    auto work = round_->take_work();
    std::ranges::move(work.records, std::back_inserter(waiting_));
    std::ranges::move(work.shown, std::back_inserter(shown));
    for (const auto& game : work.corrected) corrected(game);
    std::ranges::move(work.notes, std::back_inserter(notes));
    std::ranges::move(work.answers, std::back_inserter(answers));
    for (const auto& each : work.touched) touched(each);
    for (const auto table : work.looked_at) look_at(std::to_underlying(table));
    for (const auto port : work.close) plugged_[std::to_underlying(port)] = nullptr;
    for (auto& send : work.send) deliver(std::to_underlying(send.port), std::move(send.bytes));
}

void Hall::deliver(std::size_t port, std::vector<std::uint8_t> bytes) {
    if (!plugged_[port]) return;
    tear(bytes);
    for (auto& frame : plugged_[port]->answer(bytes)) {
        tear(frame);
        round_->received(round::PortId{port}, frame, now);
        if (!plugged_[port]) return;
    }
    work();
}

void Hall::tear(std::vector<std::uint8_t>& bytes) {
    if (bytes.empty() || static_cast<int>(random() % 100) >= torn_percent) return;
    bytes[random() % bytes.size()] ^= static_cast<std::uint8_t>(1 + random() % 255);
}

bool Hall::is_new(const journal::Record& record) {
    const auto* append = std::get_if<journal::Append>(&record);
    if (!append || !append->entry.origin || !append->entry.origin->sequence) return true;
    const auto& [board, boot, sequence, us] = *append->entry.origin;
    return origins_.emplace(board, boot, *sequence).second;
}

bool Hall::write(const journal::Record& record) {
    if (!is_new(record)) return false;
    if (const auto* append = std::get_if<journal::Append>(&record)) {
        const auto sensing = record::parse_header(header(append->game_id))->sensing;
        const auto read = record::parse_input(append->entry.line, sensing);
        INFO(append->entry.line);
        INFO((read ? "" : read.error()));
        REQUIRE(read); // else the game is lost at the next start
    }
    disk.push_back(record);
    return true;
}

std::vector<std::string> faults_of_record(const Hall& hall, const tlog::SigningKey& key,
                                          const std::string& id) {
    std::vector<tlog::Note> signed_before;
    for (const auto& checkpoint : hall.checkpoints(id))
        signed_before.push_back(tlog::parse_note(checkpoint.note).value());
    if (signed_before.empty()) return {"nothing of it was signed"};
    for (const auto& record : hall.disk)
        if (const auto* open = std::get_if<journal::OpenGame>(&record); open && open->game.id == id)
            return evidence::examine(to_text(evidence::make_evidence(key, 1, open->game, hall.inputs(id),
                                                                     signed_before, {})))
                .faults;
    return {"there is no such game"};
}

umpire::GameRecord replayed(const Hall& hall, const std::string& id) {
    const auto header = record::parse_header(hall.header(id)).value();
    umpire::Umpire umpire(header);
    for (const auto& entry : hall.inputs(id))
        umpire.feed(record::parse_input(entry.line, header.sensing).value());
    return umpire.final_record();
}

} // namespace adoube::tests
