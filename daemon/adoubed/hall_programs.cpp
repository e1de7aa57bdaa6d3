#include "daemon/adoubed/hall_programs.hpp"

#include "daemon/adoubed/log.hpp"

#include <ranges>

namespace adoube::adoubed {
namespace {

constexpr std::uint64_t between_tries_us = 3'000'000;

} // namespace

std::expected<HallPrograms, std::string> HallPrograms::open(boost::asio::any_io_executor executor,
                                                            Config config, Clocks clocks) {
    HallPrograms opened(std::move(executor), std::move(config), std::move(clocks));
    opened.offer();
    if (!opened.closed_.empty()) return std::unexpected(opened.closed_.begin()->second);
    return opened;
}

void HallPrograms::offer() {
    programs_.emplace(executor_, config_);
    const bool is_delayed = config_.delay_ms > 0;
    if (config_.livechess)
        livechess_ = std::make_unique<LiveChessPort>(executor_, *config_.livechess, is_delayed,
                                                     is_delayed ? clocks_.hall : clocks_.wall);
    open_closed();
}

void HallPrograms::open_closed() {
    for (const auto& note : programs_->offer()) note.trouble ? log_trouble(note.text) : log_info(note.text);
    closed_ = programs_->closed();
    if (!livechess_ || livechess_->is_open()) return;
    if (const auto opened = livechess_->open())
        log_info(*opened);
    else
        closed_.emplace(name_of(*config_.livechess), opened.error());
}

void HallPrograms::show(round::Round& round) {
    round_ = &round;
    if (livechess_) livechess_->show(round);
    round::Work standing;
    for (const auto table : round.tables()) standing.looked_at.push_back(table);
    for (const auto& game : std::views::values(public_games_)) standing.shown.push_back(game);
    for (const auto table : programs_->follows()) round.follow_hands(table);
    show(standing);
}

void HallPrograms::show(const round::Work& work) {
    for (const auto& game : work.shown) public_games_.insert_or_assign(game.board, game);
    programs_->show(*round_, work);
    if (!livechess_) return;
    for (const auto table : work.looked_at) livechess_->look_at(table);
    for (const auto& game : work.shown) livechess_->publish(game);
}

void HallPrograms::tick(round::HostTime now) {
    programs_->tick(*round_, now, clocks_.hall());
    if (closed_.empty() || now.steady_us - tried_us_ < between_tries_us) return;
    tried_us_ = now.steady_us;
    open_closed();
}

void HallPrograms::change_delay(std::int64_t delay_ms) {
    const bool other_view = (config_.delay_ms > 0) != (delay_ms > 0);
    config_.delay_ms = delay_ms;
    if (!other_view) return;
    livechess_.reset(); // the ports are free then
    programs_.reset();
    offer();
    show(*round_);
    for (const auto& why : std::views::values(closed_)) log_trouble("trying again until it opens: " + why);
}

Config HallPrograms::as_open(Config config) const {
    if (livechess_) config.livechess->listen = livechess_->listen();
    return config;
}

std::vector<Programs::State> HallPrograms::programs() const { return programs_->states(); }

std::optional<livechess::Stats> HallPrograms::livechess() const {
    return livechess_ ? std::optional(livechess_->stats()) : std::nullopt;
}

} // namespace adoube::adoubed
