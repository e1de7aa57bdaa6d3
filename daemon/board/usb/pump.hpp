#pragma once
// Moves one open board's bytes between its bulk endpoints and a socket, in the bus's thread.
//
// Nothing is dropped and nothing grows: a transfer from the board is resubmitted only when the socket has
// taken its bytes, and the socket is read only when the bytes before are sent.

#include "daemon/board/usb/claim.hpp"
#include "daemon/board/usb/counters.hpp"

#include <array>
#include <chrono>
#include <deque>

namespace adoube::board::usb {

/// How long a board may take for bytes written before its stream was closed.
inline constexpr auto flush_time = std::chrono::milliseconds(200);

class Pump {
  public:
    using Time = std::chrono::steady_clock::time_point;

    /// `socket` is non-blocking. Its other end sees end of file when the board is gone.
    Pump(Claimed board, files::Descriptor socket, std::shared_ptr<Counters> counters);
    /// Precondition: ended().
    ~Pump();
    Pump(const Pump&) = delete;
    Pump& operator=(const Pump&) = delete;

    /// For poll; -1: leave the socket alone.
    int socket() const;
    short events() const;
    /// When to call turn() even if nothing happens.
    std::optional<Time> deadline() const { return flush_until_; }
    /// Call after libusb has handled its events, with poll's result for the socket.
    void turn(short happened, Time now);

    /// Sends what the board takes within flush_time, then stops.
    void finish(Time now);
    /// Closes the socket and cancels all transfers.
    void stop();
    bool ended() const { return stopped_ && in_.flying == 0 && out_.flying == 0; }

  private:
    struct Transfer {
        libusb_transfer* raw = nullptr;
        std::vector<std::uint8_t> bytes;
        Pump* pump = nullptr;
        std::size_t at = 0, end = 0; // of `bytes`, still to pass on
        enum class State : std::uint8_t { idle, flying, full } state = State::idle;
    };
    struct Endpoint {
        std::uint8_t address = 0;
        int flying = 0;
        bool halted = false;
        int faults = 0; // since it last carried a byte
        bool is_in() const { return (address & 0x80) != 0; }
    };

    void prepare(Transfer& transfer, std::size_t size);
    static void done(libusb_transfer* raw);
    void complete(Transfer& transfer);
    void judge(Endpoint& endpoint, int status);
    void fault(Endpoint& endpoint, std::atomic<std::uint32_t>& counter);

    void deliver();
    void collect();
    void clear_halt(Endpoint& endpoint);
    void submit(Endpoint& endpoint, Transfer& transfer, std::size_t length);
    void call_back(const Endpoint& endpoint);
    void close_socket();

    Claimed board_;
    files::Descriptor socket_;
    std::shared_ptr<Counters> counters_;
    Endpoint in_, out_;
    std::array<Transfer, 16> from_board_;
    Transfer to_board_;
    std::deque<Transfer*> full_;
    std::optional<Time> flush_until_; // other end closed, its bytes still being sent
    bool stopped_ = false;
};

} // namespace adoube::board::usb
