#include "daemon/board/dgt_buses.hpp"

#include "daemon/board/link.hpp"
#include "daemon/boost/as_tuple.hpp"
#include "daemon/drivers/dgt/bus_line.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <sys/socket.h>
#include <thread>

namespace adoube::board {
namespace {

namespace asio = boost::asio;
namespace dgt = drivers::dgt;

constexpr auto between_ticks = std::chrono::milliseconds(20);

SteadyUs now_us() {
    using namespace std::chrono;
    const auto since = duration_cast<microseconds>(steady_clock::now().time_since_epoch());
    return SteadyUs(static_cast<std::uint64_t>(since.count()));
}

Port bus_of(Port port) {
    port.bus_board.clear();
    port.is_bus = true;
    return port;
}

/// The boards of one serial port.
class Bus : public std::enable_shared_from_this<Bus> {
  public:
    Bus(asio::any_io_executor executor, const Port& port) : executor_(executor) {
        link_.emplace(executor, port, link_events()); // whose first event may come before it returns
    }

    void join(const Port& port, Stream socket) {
        const auto address = *dgt::bus_address_of(port.bus_board);
        auto board = std::make_shared<Board>(
            Board{to_string(port), dgt::BusLine(port.bus_board), std::move(socket), address});
        if (std::ranges::find(boards_, address, &at_address) != boards_.end())
            return say(*board, "port " + board->port + " is in use already");
        board->number = session_.add(address);
        boards_.push_back(board);
        asio::co_spawn(
            executor_, [self = shared_from_this(), board] { return self->read(board); }, asio::detached);
    }

    void tick() {
        session_.tick(now_us());
        pump();
    }
    bool is_unused() const { return boards_.empty(); }
    /// Closes the port.
    void stop() {
        link_.reset();
        leave_all("");
    }

  private:
    struct Board {
        std::string port;
        dgt::BusLine line;
        Stream socket;
        dgt::BusAddress address;
        std::size_t number = 0;
        bool is_open = false;
    };
    static dgt::BusAddress at_address(const std::shared_ptr<Board>& board) { return board->address; }

    LinkEvents link_events() {
        return {.opened = [this] { session_.opened(now_us()), pump(); },
                .received = [this](auto bytes) { session_.received(bytes, now_us()), pump(); },
                .failed = [this](const std::string& why) { leave_all(why); }};
    }

    asio::awaitable<void> read(std::shared_ptr<Board> board) {
        std::array<std::uint8_t, 64> commands;
        for (;;) {
            const auto [error, count] =
                co_await board->socket.async_read_some(asio::buffer(commands), as_tuple);
            if (error) break;
            board->line.received(std::span(commands).first(count), now_us());
            flush(board);
        }
        leave(board, "");
    }

    void pump() {
        if (link_) link_->send(session_.take_bytes());
        for (const auto& news : session_.take_news())
            for (const auto& board : std::vector(boards_))
                if (board->number == news.board) hear(board, news);
    }

    void hear(const std::shared_ptr<Board>& board, const dgt::BusNews& news) {
        board->line.hear(news, now_us());
        if (board->line.is_cut())
            return leave(board, "port " + board->port + " has a board that fell silent");
        if (std::holds_alternative<dgt::BusSquares>(news.what) && !std::exchange(board->is_open, true))
            say(*board, "\n");
        flush(board);
    }

    void flush(const std::shared_ptr<Board>& board) {
        const auto bytes = board->line.take_bytes();
        if (!bytes.empty()) say(*board, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }

    /// For who leaves so much unread, the line is cut: bytes that are missing would not be noticed.
    static void say(Board& board, std::string_view text) {
        const auto sent =
            ::send(board.socket.native_handle(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent != static_cast<ssize_t>(text.size())) ::shutdown(board.socket.native_handle(), SHUT_RDWR);
    }

    /// `why` is read by who waits for the opening.
    void leave(const std::shared_ptr<Board>& board, const std::string& why) {
        if (std::erase(boards_, board) == 0) return;
        session_.remove(board->number);
        if (!board->is_open) say(*board, why);
        boost::system::error_code ignored;
        board->socket.close(ignored);
    }
    void leave_all(const std::string& why) {
        for (const auto& board : std::vector(boards_)) leave(board, why);
    }

    asio::any_io_executor executor_;
    dgt::BusSession session_;
    std::vector<std::shared_ptr<Board>> boards_;
    std::optional<Link> link_;
};

} // namespace

class DgtBuses::Thread {
  public:
    ~Thread() {
        asio::post(context_, [this] {
            for (const auto& [name, bus] : std::exchange(buses_, {})) bus->stop();
            ticks_.cancel();
            stays_.reset();
        });
        thread_.join();
    }

    void open(const Port& port, files::Descriptor socket) {
        // std::function wants what can be copied.
        asio::post(context_, [this, port, socket = std::make_shared<files::Descriptor>(std::move(socket))] {
            auto& bus = buses_[to_string(bus_of(port))];
            if (!bus) bus = std::make_shared<Bus>(context_.get_executor(), bus_of(port));
            bus->join(port, Stream(context_, socket->release()));
            if (!std::exchange(ticking_, true)) asio::co_spawn(context_, tick(), asio::detached);
        });
    }

  private:
    /// While there are buses.
    asio::awaitable<void> tick() {
        while (!buses_.empty()) {
            for (const auto& [name, bus] : buses_) bus->tick();
            std::erase_if(buses_, [](const auto& each) {
                if (!each.second->is_unused()) return false;
                each.second->stop();
                return true;
            });
            ticks_.expires_after(between_ticks);
            co_await ticks_.async_wait(as_tuple);
        }
        ticking_ = false;
    }

    asio::io_context context_{1};
    asio::executor_work_guard<asio::io_context::executor_type> stays_{context_.get_executor()};
    asio::steady_timer ticks_{context_};
    std::map<std::string, std::shared_ptr<Bus>> buses_;
    bool ticking_ = false;
    std::thread thread_{[this] { context_.run(); }};
};

DgtBuses& DgtBuses::of_this_process() {
    static DgtBuses all;
    return all;
}

DgtBuses::DgtBuses() : thread_(std::make_unique<Thread>()) {}
DgtBuses::~DgtBuses() = default;

void DgtBuses::open(const Port& port, files::Descriptor socket) { thread_->open(port, std::move(socket)); }

} // namespace adoube::board
