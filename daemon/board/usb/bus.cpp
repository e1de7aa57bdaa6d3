#include "daemon/board/usb/bus.hpp"

#include "daemon/board/usb/pump.hpp"
#include "protocol/usb.hpp"

#include <algorithm>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <poll.h>
#include <set>
#include <sys/socket.h>
#include <thread>
#include <utility>

namespace adoube::board::usb {
namespace {

using Time = Pump::Time;

/// How long process exit waits for outstanding transfers.
constexpr auto end_after = std::chrono::seconds(2);

struct ExitContext {
    void operator()(libusb_context* context) const { libusb_exit(context); }
};
using Context = std::unique_ptr<libusb_context, ExitContext>;

bool say(const files::Descriptor& socket, std::string_view text) {
    return ::send(socket.get(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL) >= 0 ||
           errno == EAGAIN;
}

/// A device's folder in /sys, named by bus position: 1-4.2 (Linux, usb_alloc_dev).
std::filesystem::path folder_of(libusb_device* device) {
    constexpr int most_hubs = 7; // USB 3.2, chapter 4
    std::array<std::uint8_t, most_hubs> ports{};
    const int depth = libusb_get_port_numbers(device, ports.data(), most_hubs);
    std::string name = std::to_string(libusb_get_bus_number(device));
    for (int at = 0; at < depth; ++at)
        name += (at == 0 ? '-' : '.') + std::to_string(ports[static_cast<std::size_t>(at)]);
    return "/sys/bus/usb/devices/" + name;
}

int milliseconds_until(Time when, Time now) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(when - now).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

} // namespace

class Bus::Watch {
  public:
    ~Watch() {
        openings_.clear(); // waits for each
        if (!thread_.joinable()) return;
        {
            const std::lock_guard lock(mutex_);
            ending_ = true;
        }
        libusb_interrupt_event_handler(context_.get());
        thread_.join();
    }

    void open(const Port& port, files::Descriptor socket) {
        const std::lock_guard lock(mutex_);
        std::erase_if(openings_, [](const auto& opening) {
            return opening.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
        });
        // In its own thread: a faulty board may take seconds.
        openings_.push_back(
            std::async(std::launch::async, [this, port, socket = std::move(socket)]() mutable {
                try_to_open(port, std::move(socket));
            }));
    }

    void tell_arrivals(const Port& port, files::Descriptor socket) {
        const std::lock_guard lock(mutex_);
        begin();
        // Drops listeners whose other end has closed, which otherwise only an arrival does.
        std::erase_if(listeners_, [](const auto& listener) {
            pollfd one{listener.second.get(), 0, 0};
            return ::poll(&one, 1, 0) > 0;
        });
        listeners_.emplace(port.path, std::move(socket));
    }

    std::string account_of(const Port& port) {
        const std::lock_guard lock(mutex_);
        const auto found = counters_.find(port.path);
        return found == counters_.end() ? std::string() : found->second->account();
    }

  private:
    struct Open {
        std::string id;
        std::unique_ptr<Pump> pump;
    };

    // --- opening, in its own threads ---

    void try_to_open(const Port& port, files::Descriptor socket) {
        std::unique_lock lock(mutex_);
        if (const int error = begin(); error != 0) {
            say(socket, "port " + to_string(port) + " cannot be looked for: libusb does not start (" +
                            libusb_error_name(error) + ")");
            return;
        }
        // The previous stream may only just have closed.
        given_back_.wait_for(lock, 2 * flush_time, [&] { return !in_use_.contains(port.path); });
        lock.unlock();
        auto claimed = claim(context_.get(), port);
        if (!claimed) {
            say(socket, claimed.error());
            return;
        }
        say(socket, "\n");
        lock.lock();
        in_use_.insert(port.path);
        auto& counters = counters_[port.path];
        if (!counters) counters = std::make_shared<Counters>();
        auto pump = std::make_unique<Pump>(std::move(*claimed), std::move(socket), counters);
        opened_.push_back({port.path, std::move(pump)});
        libusb_interrupt_event_handler(context_.get());
    }

    /// 0 or a libusb error; each call retries until it works.
    int begin() {
        if (context_) return 0;
        libusb_context* raw = nullptr;
        if (const int error = libusb_init(&raw); error != 0) return error;
        context_.reset(raw);
        libusb_hotplug_register_callback(raw, LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED, 0, wire::usb::vendor_id,
                                         wire::usb::product_id, LIBUSB_HOTPLUG_MATCH_ANY, &Watch::arrived,
                                         this, nullptr);
        thread_ = std::thread([this] { run(); });
        return 0;
    }

    // --- the bus's thread ---

    void run() {
        while (!take_opened()) wait_and_move();
        const auto now = std::chrono::steady_clock::now();
        end_by_ = now + end_after;
        for (const auto& open : pumps_) open.pump->finish(now);
        while (!pumps_.empty() && std::chrono::steady_clock::now() < *end_by_) wait_and_move();
        // Leaks outstanding transfers: the system may still write into them.
        for (auto& open : pumps_) static_cast<void>(open.pump.release());
    }

    bool take_opened() {
        const std::lock_guard lock(mutex_);
        std::ranges::move(opened_, std::back_inserter(pumps_));
        opened_.clear();
        return ending_;
    }

    void wait_and_move() {
        std::vector<pollfd> waited;
        for (const auto& open : pumps_) waited.push_back({open.pump->socket(), open.pump->events(), 0});
        const std::unique_ptr<const libusb_pollfd*, void (*)(const libusb_pollfd**)> from_libusb(
            libusb_get_pollfds(context_.get()), &libusb_free_pollfds);
        for (auto* at = from_libusb.get(); at && *at; ++at) waited.push_back({(*at)->fd, (*at)->events, 0});
        ::poll(waited.data(), waited.size(), patience());
        timeval none{};
        libusb_handle_events_timeout_completed(context_.get(), &none, nullptr);
        const auto now = std::chrono::steady_clock::now();
        for (std::size_t at = 0; at < pumps_.size(); ++at) pumps_[at].pump->turn(waited[at].revents, now);
        for (auto& open : pumps_)
            if (open.pump->ended()) give_back(open);
        std::erase_if(pumps_, [](const Open& open) { return !open.pump; });
    }

    void give_back(Open& open) {
        open.pump.reset();
        const std::lock_guard lock(mutex_);
        in_use_.erase(in_use_.find(open.id));
        given_back_.notify_all();
    }

    /// Milliseconds for poll; -1: forever.
    int patience() {
        std::optional<Time> first;
        const auto now = std::chrono::steady_clock::now();
        const auto consider = [&](std::optional<Time> time) {
            if (time && (!first || *time < *first)) first = time;
        };
        consider(end_by_);
        for (const auto& open : pumps_) consider(open.pump->deadline());
        timeval next{};
        if (libusb_get_next_timeout(context_.get(), &next) == 1)
            consider(now + std::chrono::seconds(next.tv_sec) + std::chrono::microseconds(next.tv_usec));
        return first ? milliseconds_until(*first, now) : -1;
    }

    static int arrived(libusb_context*, libusb_device* device, libusb_hotplug_event, void* self) {
        if (const auto board = board_at(folder_of(device))) static_cast<Watch*>(self)->tell_of(board->id);
        return 0;
    }
    void tell_of(const std::string& id) {
        const std::lock_guard lock(mutex_);
        const auto [first, last] = listeners_.equal_range(id);
        for (auto at = first; at != last;) at = say(at->second, "+") ? std::next(at) : listeners_.erase(at);
    }

    std::mutex mutex_; // guards what is above the line
    bool ending_ = false;
    std::vector<std::future<void>> openings_;
    std::multimap<std::string, files::Descriptor> listeners_;   // by board id
    std::map<std::string, std::shared_ptr<Counters>> counters_; // by board id
    std::condition_variable given_back_;
    std::multiset<std::string> in_use_; // ids of boards held
    std::vector<Open> opened_;
    Context context_; // set once
    // --- the thread's own
    std::vector<Open> pumps_;
    std::optional<Time> end_by_;
    std::thread thread_;
};

Bus& Bus::of_this_process() {
    static Bus bus;
    return bus;
}

Bus::Bus() : watch_(std::make_unique<Watch>()) {}
Bus::~Bus() = default;

void Bus::open(const Port& port, files::Descriptor socket) { watch_->open(port, std::move(socket)); }
void Bus::tell_arrivals(const Port& port, files::Descriptor socket) {
    watch_->tell_arrivals(port, std::move(socket));
}
std::string Bus::account_of(const Port& port) { return watch_->account_of(port); }

} // namespace adoube::board::usb
