#include "daemon/drivers/dgt/bus_session.hpp"

#include <algorithm>
#include <charconv>

namespace adoube::drivers::dgt {
namespace {

bool asks_changes(BusCommand command) {
    return command == BusCommand::changes || command == BusCommand::repeat_changes;
}

} // namespace

std::optional<BusAddress> bus_address_of(std::string_view serial) {
    unsigned number = 0;
    const auto* end = serial.data() + serial.size();
    const auto [stop, error] = std::from_chars(serial.data(), end, number);
    if (serial.size() != 5 || error != std::errc() || stop != end) return std::nullopt;
    return static_cast<BusAddress>(number & 0x3fff);
}

std::size_t BusSession::add(BusAddress address) {
    const auto found = std::ranges::find(boards_, address, &Board::address);
    const auto at = static_cast<std::size_t>(found - boards_.begin());
    if (found == boards_.end()) boards_.emplace_back();
    boards_[at] = {.address = address};
    if (question_ && question_->board == at) question_.reset();
    return at;
}

void BusSession::opened(SteadyUs now_us) {
    now_us_ = now_us;
    open_ = true;
    decoder_.reset();
    question_.reset();
    bytes_.clear();
    for (auto& board : boards_) {
        board.packet.reset();
        board.packet_owed = false;
        board.failures = 0;
        want_look(board, board.told.has_value());
    }
    go_on();
}

void BusSession::received(std::span<const std::uint8_t> bytes, SteadyUs now_us) {
    if (!open_) return;
    now_us_ = now_us;
    if (question_ && !bytes.empty()) question_->heard_us = now_us;
    for (const auto& answer : decoder_.feed(bytes))
        if (answers(answer)) take(answer);
    go_on();
}

void BusSession::tick(SteadyUs now_us) {
    if (!open_) return;
    now_us_ = now_us;
    if (question_ &&
        (now_us - question_->heard_us >= silence_us || now_us - question_->asked_us >= longest_answer_us))
        fail();
    go_on();
}

// --- questions ---

bool BusSession::may_try(const Board& board) const {
    if (!board.wanted) return false;
    return board.here || board.failures == 0 || now_us_ - board.tried_us >= between_tries_us;
}

BusCommand BusSession::next_of(const Board& board) const {
    if (board.packet_owed) return BusCommand::repeat_changes;
    if (board.look == Look::wanted) return BusCommand::whole_board;
    if (board.look == Look::none && now_us_ - board.clock_us >= between_clocks_us)
        return BusCommand::clock_time;
    return BusCommand::changes;
}

/// One after the other: a whole board takes the line for long.
bool BusSession::is_due_for_look(const Board& board) const {
    return board.look == Look::none && now_us_ - board.looked_us >= between_looks_us &&
           now_us_ - look_us_ >= between_looks_us / boards_.size();
}

/// The next board's question, when none waits for its answer.
void BusSession::go_on() {
    for (std::size_t tries = 0; !question_ && tries < boards_.size(); ++tries) {
        const auto at = std::exchange(next_, (next_ + 1) % boards_.size());
        auto& board = boards_[at];
        if (!may_try(board)) continue;
        if (is_due_for_look(board)) {
            board.look = Look::wanted;
            look_us_ = now_us_;
        }
        board.tried_us = now_us_;
        question_ = Question{at, next_of(board), now_us_, now_us_};
        if (question_->command == BusCommand::clock_time) board.clock_us = now_us_;
        decoder_.reset();
        for (const auto byte : bus_command(question_->command, board.address)) bytes_.push_back(byte);
    }
}

void BusSession::fail() {
    ++failures_;
    auto& board = boards_[question_->board];
    if (asks_changes(question_->command)) {
        board.packet_owed = board.packet.has_value();
        if (!board.packet) want_look(board, board.gap); // what comes again could be another program's
    }
    question_.reset();
    if (board.failures++ == 0) board.fails_since_us = now_us_;
    if (!board.here || board.failures < most_failures || now_us_ - board.fails_since_us < gone_after_us)
        return;
    board.here = false;
    tell(board, BusBoardGone{});
}

// --- answers ---

bool BusSession::answers(const BusAnswer& answer) const {
    if (!question_ || answer.from != boards_[question_->board].address) return false;
    switch (question_->command) {
    case BusCommand::clock_time: return answer.id == BusMessageId::clock;
    case BusCommand::whole_board: return answer.id == BusMessageId::board_dump;
    default: return answer.id == BusMessageId::changes;
    }
}

void BusSession::take(const BusAnswer& answer) {
    auto& board = boards_[question_->board];
    const auto question = *question_;
    const auto command = question.command;
    const bool is_sound = command == BusCommand::whole_board  ? take_whole(board, answer)
                          : command == BusCommand::clock_time ? take_clock(board, answer)
                                                              : true;
    if (!is_sound) return; // the silence that follows counts as a failure
    question_.reset();
    came(board);
    if (asks_changes(command)) take_changes(board, answer, question);
}

void BusSession::came(Board& board) {
    board.failures = 0;
    if (std::exchange(board.here, true)) return;
    tell(board, BusBoardCame{});
    if (board.told) want_look(board, true);
}

void BusSession::want_look(Board& board, bool gap) {
    board.look = Look::wanted;
    board.gap = board.gap || gap;
}

bool BusSession::take_whole(Board& board, const BusAnswer& answer) {
    const auto message = read_message(static_cast<std::uint8_t>(MessageId::board_dump), answer.data);
    if (!message) return false;
    board.dump = std::get<BoardDump>(*message).squares;
    board.look = Look::taken;
    return true;
}

bool BusSession::take_clock(Board& board, const BusAnswer& answer) {
    const auto message = read_message(static_cast<std::uint8_t>(MessageId::clock), answer.data);
    if (!message) return false;
    tell(board, BusClock{answer.data});
    return true;
}

void BusSession::take_changes(Board& board, const BusAnswer& answer, const Question& question) {
    const bool is_repeat = question.command == BusCommand::repeat_changes;
    board.packet_owed = false;
    if (is_repeat && board.packet == answer.data) return;
    board.packet = answer.data;
    const auto stored = stored_changes(answer.data);
    if (!stored || stored->switched_on) return want_look(board, board.told.has_value());
    if (board.told && !board.gap)
        for (const auto& update : stored->changes) change(board, update);
    if (board.look == Look::taken) settle(board, stored->changes);
    if (board.told && !board.gap && !is_repeat && now_us_ - question.asked_us <= fresh_us)
        tell(board, BusBoardHeard{question.asked_us});
}

/// One that changes nothing is a result piece, or a sign that something is missing.
void BusSession::change(Board& board, const FieldUpdate& update) {
    auto& told = (*board.told)[static_cast<std::size_t>(update.square)];
    if (told == update.piece) {
        if (board.look == Look::none) board.look = Look::wanted;
        return;
    }
    told = update.piece;
    tell(board, update);
}

/// The changes end later than the dump was taken, and name the last piece of each square.
void BusSession::settle(Board& board, const std::vector<FieldUpdate>& changes) {
    for (const auto& update : changes) board.dump[static_cast<std::size_t>(update.square)] = update.piece;
    board.look = Look::none;
    board.looked_us = now_us_;
    const bool gap = std::exchange(board.gap, false) || (board.told && *board.told != board.dump);
    if (board.told && !gap) return;
    board.told = board.dump;
    tell(board, BusSquares{board.dump, gap});
}

} // namespace adoube::drivers::dgt
