#include "daemon/adoubed/livechess_port.hpp"

#include "daemon/adoubed/log.hpp"

#include <algorithm>

namespace adoube::adoubed {
namespace {

constexpr const char* no_view_of_a_delayed_round =
    "the public sees this round with a delay, and so programs see nothing of its boards: when_delayed = "
    "\"public\" under [livechess] shows them what the public sees";

} // namespace

LiveChessPort::LiveChessPort(boost::asio::any_io_executor executor, const LiveChessConfig& config,
                             bool is_delayed, std::function<UtcMs()> now_ms)
    : executor_(std::move(executor)), config_(config), shows_public_(is_delayed), now_ms_(std::move(now_ms)) {
}

livechess::Options LiveChessPort::options() const {
    livechess::Options options;
    options.address = config_.listen.path;
    options.port = static_cast<std::uint16_t>(std::stoi(config_.listen.service));
    options.origins = config_.origins;
    if (shows_public_ && config_.when_delayed == LiveChessConfig::WhenDelayed::refuse)
        options.refusal = no_view_of_a_delayed_round;
    options.now_ms = now_ms_;
    options.tell = [](const std::string& sentence) { log_info(sentence); };
    return options;
}

std::expected<std::string, std::string> LiveChessPort::open() {
    auto options = this->options();
    const bool is_refused = !options.refusal.empty();
    auto server = livechess::Server::listen(executor_, std::move(options), [this] { return boards(); });
    if (!server) return std::unexpected(server.error());
    server_.emplace(std::move(*server));
    return "the LiveChess interface is at ws://" + listen_text(listen()) +
           "/api/v1.0; programs of this computer, and pages of the sites named in its origins, see " +
           (is_refused ? "nothing, as this round is delayed" : seen());
}

board::Port LiveChessPort::listen() const {
    auto listen = config_.listen;
    if (server_) listen.service = std::to_string(server_->port());
    return listen;
}

std::string LiveChessPort::seen() const {
    if (shows_public_) return "every board as the public does, with the delay";
    return config_.pieces_in_the_air ? "every touch of every board at once"
                                     : "every completed move of every board at once";
}

void LiveChessPort::show(const round::Round& round) { round_ = &round; }

livechess::Board LiveChessPort::board(round::TableId table) const {
    const auto board = round_->live_board(table);
    if (!shows_public_) return livechess::live(board, config_.pieces_in_the_air);
    const auto shown = public_games_.find(board.number);
    return livechess::delayed(board, shown == public_games_.end() ? nullptr : &shown->second);
}

std::vector<livechess::Board> LiveChessPort::boards() const {
    std::vector<livechess::Board> all;
    if (!round_) return all;
    for (const auto table : round_->tables()) all.push_back(board(table));
    std::ranges::stable_partition(
        all, [&](const livechess::Board& one) { return one.number == config_.first_board; });
    return all;
}

void LiveChessPort::look_at(round::TableId table) {
    if (!server_ || shows_public_) return;
    if (server_->is_watched(round_->view(table).number)) server_->look(board(table));
}

void LiveChessPort::publish(const broadcast::PublicGame& game) {
    if (!shows_public_) return;
    public_games_.insert_or_assign(game.board, game);
    if (!server_) return;
    for (const auto table : round_->tables())
        if (round_->view(table).number == game.board) server_->look(board(table));
}

} // namespace adoube::adoubed
