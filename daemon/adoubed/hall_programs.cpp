#include "daemon/adoubed/hall_programs.hpp"

#include "daemon/adoubed/log.hpp"

#include <ranges>

namespace adoube::adoubed {

std::expected<HallPrograms, std::string> HallPrograms::open(boost::asio::any_io_executor executor,
                                                            Config config, Clocks clocks) {
    HallPrograms opened(std::move(executor), std::move(config), std::move(clocks));
    if (const auto done = opened.open_ports(); !done) return std::unexpected(done.error());
    return opened;
}

std::expected<void, std::string> HallPrograms::open_ports() {
    auto programs = Programs::offer(executor_, config_);
    if (!programs) return std::unexpected(programs.error());
    programs_.emplace(std::move(*programs));
    auto livechess =
        LiveChessPort::open(executor_, config_, config_.delay_ms > 0 ? clocks_.hall : clocks_.wall);
    if (!livechess) return std::unexpected(livechess.error());
    livechess_ = std::move(*livechess);
    return {};
}

void HallPrograms::show(round::Round& round) {
    round_ = &round;
    if (livechess_) livechess_->show(round);
    round::Work standing;
    for (const auto table : round.tables()) standing.looked_at.push_back(table);
    for (const auto& game : std::views::values(public_games_)) standing.shown.push_back(game);
    if (programs_) {
        for (const auto& note : programs_->notes())
            note.trouble ? log_trouble(note.text) : log_info(note.text);
        for (const auto table : programs_->follows()) round.follow_hands(table);
    }
    show(standing);
}

void HallPrograms::show(const round::Work& work) {
    for (const auto& game : work.shown) public_games_.insert_or_assign(game.board, game);
    if (programs_) programs_->show(*round_, work);
    if (!livechess_) return;
    for (const auto table : work.looked_at) livechess_->look_at(table);
    for (const auto& game : work.shown) livechess_->publish(game);
}

void HallPrograms::tick(round::HostTime now) {
    if (programs_) programs_->tick(*round_, now, clocks_.hall());
}

std::expected<void, std::string> HallPrograms::change_delay(std::int64_t delay_ms) {
    const bool other_view = (config_.delay_ms > 0) != (delay_ms > 0);
    config_.delay_ms = delay_ms;
    if (!other_view) return {};
    livechess_.reset(); // the ports are free then
    programs_.reset();
    auto opened = open_ports();
    show(*round_);
    return opened;
}

std::vector<Programs::State> HallPrograms::programs() const {
    return programs_ ? programs_->states() : std::vector<Programs::State>();
}

std::optional<livechess::Stats> HallPrograms::livechess() const {
    return livechess_ ? std::optional(livechess_->stats()) : std::nullopt;
}

} // namespace adoube::adoubed
