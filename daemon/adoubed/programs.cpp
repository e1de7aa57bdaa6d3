#include "daemon/adoubed/programs.hpp"

#include "daemon/board/offered_pty.hpp"
#include "daemon/dgt_port/port.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace adoube::adoubed {
namespace {

using chess::Side;

dgt_port::Squares squares_of(const chess::Position& position) {
    dgt_port::Squares squares;
    for (std::size_t square = 0; square < squares.size(); ++square)
        squares[square] = position.at(static_cast<chess::Square>(square));
    return squares;
}

/// As a display counts down: 0 once the time is over.
int shown_s(std::int64_t left_ms) {
    return static_cast<int>((std::max<std::int64_t>(left_ms, 0) + 999) / 1000);
}

/// The lever lies as the last completed move has left it.
std::optional<dgt_port::Clocks> clocks_of(const std::optional<broadcast::ClockFace>& face, Side to_move,
                                          UtcMs now_ms) {
    if (!face) return std::nullopt;
    return dgt_port::Clocks{shown_s(left_ms(*face, Side::white, now_ms)),
                            shown_s(left_ms(*face, Side::black, now_ms)), face->running,
                            face->running.value_or(to_move)};
}

SteadyUs steady_us() {
    using namespace std::chrono;
    const auto now = steady_clock::now().time_since_epoch();
    return SteadyUs(static_cast<std::uint64_t>(duration_cast<microseconds>(now).count()));
}

std::string list_of(const std::vector<int>& boards) {
    std::string text = boards.size() == 1 ? "board " : "boards ";
    for (const auto number : boards) text += (number == boards.front() ? "" : ", ") + std::to_string(number);
    return text;
}

round::Note refused(const ProgramConfig& program, std::int64_t delay_ms) {
    return {true, "pty " + program.pty.string() + " is not offered: it would show " +
                      list_of(program.boards) + " now, which the public sees " +
                      std::to_string(delay_ms / 1000) +
                      " s later; to show there what the public sees, write when_delayed = \"public\""};
}

round::Note offered(const ProgramConfig& program, bool as_public) {
    const auto where = "pty " + program.pty.string() + " shows whoever may open it ";
    if (as_public) return {false, where + "what the public sees of " + list_of(program.boards)};
    const auto what = program.pieces_in_the_air ? "every touch on " : "every move on ";
    return {false, where + what + list_of(program.boards) + " as it happens"};
}

} // namespace

/// One pseudo-terminal with its boards.
class Programs::One {
  public:
    One(const ProgramConfig& config, const Config& whole)
        : config_(config), as_public_(whole.delay_ms > 0), port_(identities(config)) {
        for (const int number : config.boards) {
            const auto board = std::ranges::find(whole.boards, number, &BoardConfig::number);
            tables_.push_back(static_cast<round::TableId>(board - whole.boards.begin()));
            numbers_.push_back(number);
        }
        shown_.resize(config.boards.size());
    }

    /// Empty: it is not, for the reason in `closed`.
    std::optional<round::Note> offer(const boost::asio::any_io_executor& executor) {
        auto pty = board::OfferedPty::offer(
            executor, config_.pty,
            {.received = [this](std::span<const std::uint8_t> bytes) { port_.received(bytes, steady_us()); },
             .take = [this](std::size_t most) { return port_.take(most); },
             .left = [this] { port_.program_left(); }});
        if (!pty) {
            why_closed_ = pty.error();
            return std::nullopt;
        }
        why_closed_.clear();
        pty_.emplace(std::move(*pty));
        return offered(config_, as_public_);
    }
    bool is_offered() const { return pty_.has_value(); }
    const std::string& why_closed() const { return why_closed_; }
    std::string name() const { return name_of(config_); }

    std::vector<round::TableId> follows() const {
        return as_public_ ? std::vector<round::TableId>() : tables_;
    }

    void show(const round::Round& round, const round::Work& work) {
        if (as_public_)
            for (const auto& game : work.shown) show_public(game);
        for (const auto& touched : work.touched)
            if (const auto at = place_of(touched.table))
                port_.stand(*at, config_.pieces_in_the_air ? touched.squares : squares_of(touched.completed),
                            steady_us());
        for (const auto table : work.looked_at)
            if (const auto at = place_of(table)) show_board(*at, round.live_board(table));
        wake();
    }

    void tick(const round::Round& round, round::HostTime now, UtcMs hall_ms) {
        for (std::size_t at = 0; at < tables_.size(); ++at) {
            if (!as_public_) {
                const auto board = round.live_board(tables_[at]);
                port_.show(at, clocks_of(board.game.clocks, board.completed.position.to_move(), now.utc_ms),
                           steady_us());
            } else if (const auto& game = shown_[at]) {
                port_.show(at, clocks_of(game->clocks, game->position.to_move(), hall_ms), steady_us());
            }
        }
        port_.tick(steady_us());
        wake();
    }

    State state() const { return {config_.pty.string(), pty_ && pty_->has_program(), port_.dropped()}; }

  private:
    static std::vector<dgt_port::Identity> identities(const ProgramConfig& config) {
        std::vector<dgt_port::Identity> all;
        for (const int number : config.boards) {
            auto serial = config.serial.empty() ? std::to_string(number % 100'000) : config.serial;
            serial.insert(0, 5 - serial.size(), '0');
            all.push_back({std::move(serial), config.trademark});
        }
        return all;
    }

    /// Of a table that is followed.
    std::optional<std::size_t> place_of(round::TableId table) const {
        const auto found = std::ranges::find(tables_, table);
        if (as_public_ || found == tables_.end()) return std::nullopt;
        return static_cast<std::size_t>(found - tables_.begin());
    }

    void show_board(std::size_t at, const round::LiveBoard& board) {
        port_.stand(at, config_.pieces_in_the_air ? board.squares : squares_of(board.completed.position),
                    steady_us());
        std::optional<dgt_port::Battery> battery;
        if (board.battery) battery = {board.battery->percent, board.battery->charging};
        port_.charge(at, battery);
    }

    void show_public(const broadcast::PublicGame& game) {
        const auto found = std::ranges::find(numbers_, game.board);
        if (found == numbers_.end()) return;
        const auto at = static_cast<std::size_t>(found - numbers_.begin());
        port_.stand(at, squares_of(game.position), steady_us());
        shown_[at] = game;
    }

    void wake() {
        if (pty_ && port_.has_bytes()) pty_->wake();
    }

    ProgramConfig config_;
    bool as_public_;
    std::vector<round::TableId> tables_; // by place at the port
    std::vector<int> numbers_;
    std::vector<std::optional<broadcast::PublicGame>> shown_; // to the public, of the board's game
    dgt_port::Port port_;
    std::optional<board::OfferedPty> pty_;
    std::string why_closed_; // after `offer`
};

Programs::Programs(boost::asio::any_io_executor executor, const Config& config)
    : executor_(std::move(executor)) {
    for (const auto& program : config.programs)
        if (is_offered(program, config.delay_ms))
            all_.push_back(std::make_unique<One>(program, config));
        else
            refused_.push_back(refused(program, config.delay_ms));
}

Programs::~Programs() = default;
Programs::Programs(Programs&&) noexcept = default;
Programs& Programs::operator=(Programs&&) noexcept = default;

std::vector<round::Note> Programs::offer() {
    auto notes = std::exchange(refused_, {});
    for (const auto& one : all_)
        if (!one->is_offered())
            if (auto note = one->offer(executor_)) notes.push_back(std::move(*note));
    return notes;
}

ClosedExits Programs::closed() const {
    ClosedExits closed;
    for (const auto& one : all_)
        if (!one->is_offered()) closed.emplace(one->name(), one->why_closed());
    return closed;
}

std::vector<round::TableId> Programs::follows() const {
    std::vector<round::TableId> tables;
    for (const auto& one : all_)
        for (const auto table : one->follows()) tables.push_back(table);
    return tables;
}

void Programs::show(const round::Round& round, const round::Work& work) {
    for (const auto& one : all_) one->show(round, work);
}

void Programs::tick(const round::Round& round, round::HostTime now, UtcMs hall_ms) {
    for (const auto& one : all_) one->tick(round, now, hall_ms);
}

std::vector<Programs::State> Programs::states() const {
    std::vector<State> states;
    for (const auto& one : all_) states.push_back(one->state());
    return states;
}

} // namespace adoube::adoubed
