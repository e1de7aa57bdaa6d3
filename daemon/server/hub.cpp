#include "daemon/server/hub.hpp"

#include "daemon/boost/as_tuple.hpp"
#include "daemon/server/health.hpp"
#include "daemon/server/listening.hpp"
#include "daemon/server/phones.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/json/serialize.hpp>

namespace adoube::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;

Hub::Hub(asio::any_io_executor executor, Options options, std::shared_ptr<Desk> desk)
    : executor_(executor), options_(std::move(options)), acceptor_(executor), timer_(executor),
      feed_(std::to_string(options_.now_ms().count())), pdf_sheets_(executor),
      connections_(options_.max_connections), desk_(std::move(desk)), admission_(options_, counts_) {}

std::expected<void, std::string> Hub::listen() {
    if (options_.tls) {
        auto tls = Tls::load(*options_.tls);
        if (!tls) return std::unexpected(tls.error());
        tls_ = std::move(*tls);
    }
    auto acceptor = server::listen(executor_, options_.address, options_.port);
    if (!acceptor) return std::unexpected(acceptor.error());
    acceptor_ = std::move(*acceptor);
    error_code error;
    port_ = acceptor_.local_endpoint(error).port();
    return {};
}

void Hub::start() {
    const auto self = shared_from_this();
    asio::co_spawn(
        executor_, [self] { return self->accept(); }, asio::detached);
    asio::co_spawn(
        executor_, [self] { return self->look_after(); }, asio::detached);
}

void Hub::stop() {
    stopped_ = true;
    error_code ignored;
    acceptor_.close(ignored);
    timer_.cancel();
    for (const auto* crowd : {&outside_, &in_hall_, &at_desk_})
        crowd->each([](const auto& viewer) {
            viewer->close(websocket::Close::going_away, "the server is going down");
        });
    connections_.cut_all();
    pdf_sheets_.stop();
}

asio::awaitable<void> Hub::accept() {
    const auto self = shared_from_this();
    co_await accept_each(acceptor_, [this](tcp::socket socket) { take(std::move(socket)); });
}

void Hub::take(tcp::socket socket) {
    error_code error;
    Guest guest{socket.remote_endpoint(error).address()};
    if (const auto refusal = refuse(guest)) {
        if (!tls_) turn_away(socket, *refusal); // which would need a handshake first
        return;
    }
    asio::co_spawn(
        executor_,
        [self = shared_from_this(), connection = connections_.admit(std::move(socket)),
         guest = std::move(guest)]() mutable { return self->serve(connection, std::move(guest)); },
        asio::detached);
}

std::optional<Response> Hub::refuse(Guest& guest) {
    if (auto refusal = admission_.refuse(guest, Connection::Clock::now())) return refusal;
    if (connections_.make_room()) return std::nullopt;
    ++counts_.connections_refused;
    return sorry(503, "Too many viewers are here already; try again later.");
}

asio::awaitable<void> Hub::serve(std::shared_ptr<Connection> connection, Guest guest) {
    const auto self = shared_from_this();
    const auto speaks = tls_ ? co_await begin_tls(*connection) : std::optional(true);
    if (speaks) {
        Address screen = guest.peer; // of the last request
        RequestHandlers handlers{
            .options = options_,
            .stats = counts_,
            .refuse = [&](const Request& request) -> std::optional<Response> {
                if (!*speaks && !comes_in_the_clear(guest, request)) return use_https(request);
                screen = admission_.address_of(guest, request);
                return admission_.refuse(guest, request, Connection::Clock::now());
            },
            .answer = [&](const Request& request) { return answer(request, screen); },
            .answer_later = [&](const Request& request) { return answer_later(request); },
            .desk = desk_.get(),
            .client = [&](const Request& request) { return admission_.name_of(guest, request); },
            .set_waiting = [&](bool waits) { connections_.set_waiting(connection, waits); }};
        auto upgrade = co_await serve_http(connection, std::move(handlers));
        if (upgrade && !stopped_) co_return view(connection, std::move(*upgrade), std::move(guest), screen);
    }
    connection->cut();
    connections_.leave(connection);
}

/// What is for everybody, before a phone trusts this server; and all to this computer itself, where nobody is
/// on the way.
bool Hub::comes_in_the_clear(const Guest& guest, const Request& request) const {
    if (may_come_in_the_clear(path_of(request.target)) && !request.has_secret && tls_->authority())
        return true;
    return is_from_this_computer(options_, guest, request);
}

asio::awaitable<std::optional<bool>> Hub::begin_tls(Connection& connection) {
    connection.expires_after(options_.request_timeout);
    char first = 0;
    const auto [none, one] = co_await connection.stream.async_peek(first, as_tuple);
    if (none) co_return std::nullopt; // browsers open spare connections
    // HTTP begins with a letter, TLS does not.
    if (first >= 'A' && first <= 'Z') co_return false;
    connection.stream.use_tls(tls_->context(), Stream::End::server);
    const auto [error, size] = co_await connection.stream.async_handshake(as_tuple);
    if (!error) co_return true;
    counts_.handshakes_failed += 1;
    co_return std::nullopt;
}

/// What a viewer has here, until its connection has ended.
struct Hub::Seat {
    std::shared_ptr<Hub> hub;
    Guest guest; // whose place is the hub's
    Crowd& crowd;
    std::optional<int> board;

    void operator()(const std::shared_ptr<Viewer>& viewer) const { hub->leave(viewer, *this); }
};

/// Of a viewer no coroutine is kept: it would take more than all else of it.
void Hub::view(std::shared_ptr<Connection> connection, Upgrade upgrade, Guest guest, const Address& screen) {
    const bool in_hall = is_in_hall(options_.wall, screen), for_desk = upgrade.pass.has_value();
    auto limits = options_.viewer;
    Viewer::Take take;
    if (for_desk) {
        limits.message_bytes = Desk::longest_message;
        take = [this](const auto& viewer, std::string_view message) { desk_->hear(viewer, message); };
    }
    const auto viewer = std::make_shared<Viewer>(std::move(connection), limits, std::move(take));
    flush(); // its welcome includes these changes
    const auto board = for_desk ? std::nullopt : upgrade.resume.board;
    auto& crowd = for_desk ? at_desk_ : in_hall ? in_hall_ : outside_;
    crowd.add(viewer, board);
    viewer->send(moment(in_hall));
    if (for_desk)
        desk_->join(viewer, std::move(*upgrade.pass), upgrade.resume);
    else
        viewer->send(feed_.welcome(upgrade.resume));
    viewer->run(upgrade.early, Seat{shared_from_this(), std::move(guest), crowd, board});
}

void Hub::leave(const std::shared_ptr<Viewer>& viewer, const Seat& seat) {
    if (&seat.crowd == &at_desk_) desk_->leave(viewer);
    counts_.viewers_too_slow += viewer->was_too_slow();
    counts_.viewers_too_talkative += viewer->was_too_talkative();
    seat.crowd.remove(viewer, seat.board);
    connections_.leave(viewer->connection());
}

void Hub::publish(const broadcast::PublicGame& game, bool is_newest) {
    if (!feed_.publish(game, is_newest)) return;
    asio::post(executor_, [self = shared_from_this()] { self->flush(); });
}

void Hub::show(std::string path, broadcast::Text text) {
    if (text)
        texts_.insert_or_assign(std::move(path), std::move(text));
    else
        texts_.erase(path);
}

void Hub::change_wall(Wall wall, std::string framed_by) {
    wall.hall = std::move(options_.wall.hall); // viewers are sorted by it as they come
    options_.wall = std::move(wall);
    options_.framed_by = std::move(framed_by);
    tell_moment();
}

void Hub::show_standings(broadcast::Text standings) {
    ++standings_;
    feed_.round().set_standings(std::move(standings));
    tell_moment();
}

void Hub::tell_delay(std::int64_t delay_ms) {
    if (std::exchange(delay_ms_, delay_ms) == delay_ms) return;
    tell_moment();
}

void Hub::tell_silences(std::vector<Silence> silences) {
    if (silences_ == silences) return;
    silences_ = std::move(silences);
    tell_moment();
}

void Hub::tell_moment() {
    const auto outside = moment(false), in_hall = moment(true);
    outside_.each([&](const auto& viewer) { viewer->send(outside); });
    in_hall_.each([&](const auto& viewer) { viewer->send(in_hall); });
}

/// {"type":"now","now":UTC ms,"delay_ms":900000,"wall":{…},"silent":[{"hall":"West","since":UTC ms}]}: the
/// time of day, how late the hall is shown, wall.hpp, and, where there are any, halls of which nothing was
/// heard.
Frames Hub::moment(bool in_hall) const {
    std::string silent;
    for (const auto& [hall, since_utc_ms] : silences_)
        silent += (silent.empty() ? R"(,"silent":[{"hall":)" : R"(,{"hall":)") +
                  boost::json::serialize(boost::json::string(hall)) + R"(,"since":)" +
                  std::to_string(since_utc_ms.count()) + '}';
    if (!silent.empty()) silent += ']';
    return std::make_shared<const std::string>(frame(
        websocket::Opcode::text,
        R"({"type":"now","now":)" + std::to_string(options_.now_ms().count()) + R"(,"delay_ms":)" +
            std::to_string(delay_ms_) + R"(,"wall":)" +
            to_json(options_.wall, {in_hall, feed_.round().standings() ? standings_ : 0}) + silent + '}'));
}

void Hub::recall_asked(std::string_view path) {
    auto id = game_of(path);
    for (const auto of : {note_of, json_of, sheet_of, pdf_of})
        if (!id) id = of(path);
    if (id && recall_ && !feed_.round().game(*id)) recall_(*id);
}

Response Hub::answer(const Request& request, const Address& screen) {
    if (path_of(request.target) == standings_path &&
        !may_have_standings(options_.wall, is_in_hall(options_.wall, screen)))
        return sorry(404, "There are no standings for screens in the playing hall.");
    if (is_for_phones(path_of(request.target)))
        return phone_response(request, tls_ ? tls_->authority() : std::nullopt);
    if (auto health = health_response(request, why_not_ready_)) return *health;
    recall_asked(path_of(request.target));
    const auto text = texts_.find(path_of(request.target));
    if (text != texts_.end() && (request.method == "GET" || request.method == "HEAD"))
        return {.shared = text->second};
    auto response = respond(request, feed_.round(), documents_, options_.now_ms(), options_.sign_game);
    if (may_be_framed(path_of(request.target))) response.framed_by = options_.framed_by;
    return response;
}

std::optional<asio::awaitable<Response>> Hub::answer_later(const Request& request) {
    const auto path = path_of(request.target);
    if (!pdf_of(path) || (request.method != "GET" && request.method != "HEAD")) return std::nullopt;
    recall_asked(path);
    return pdf_sheets_.answer(request, feed_.round());
}

void Hub::flush() {
    const auto changes = feed_.flush();
    for (const auto* crowd : {&outside_, &in_hall_}) crowd->tell(changes);
}

asio::awaitable<void> Hub::look_after() {
    const auto self = shared_from_this();
    const auto period = std::min<std::chrono::milliseconds>(options_.heartbeat, 1s);
    auto next_heartbeat = Connection::Clock::now() + options_.heartbeat;
    while (!stopped_) {
        timer_.expires_after(period);
        co_await timer_.async_wait(as_tuple);
        counts_.connections_late += connections_.cut_late(Connection::Clock::now());
        admission_.tidy(Connection::Clock::now());
        renew_certificate();
        if (Connection::Clock::now() < next_heartbeat) continue;
        next_heartbeat += options_.heartbeat;
        heartbeat();
    }
}

void Hub::heartbeat() {
    const auto beat = [this](const Crowd& crowd, bool in_hall) {
        const auto frames =
            std::make_shared<const std::string>(frame(websocket::Opcode::ping, "") + *moment(in_hall));
        crowd.each([&](const auto& viewer) { viewer->send(frames); });
    };
    beat(outside_, false);
    beat(in_hall_, true);
    beat(at_desk_, true);
}

void Hub::renew_certificate() {
    if (!tls_) return;
    const auto renewal = tls_->reload();
    if (renewal && options_.tell) options_.tell(renewal->sentence, !renewal->taken);
}

Stats Hub::stats() const {
    Stats stats = counts_;
    stats.connections = connections_.size();
    stats.connections_gave_way = connections_.gave_way();
    stats.viewers = outside_.size() + in_hall_.size();
    return stats;
}

} // namespace adoube::server
