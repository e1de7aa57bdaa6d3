#pragma once
// Public scoresheets as PDF, GET /games/ID.pdf?letters=de&times=no. One takes some 10 ms to draw, and the
// first a second for the fonts: so they are drawn in a thread of their own, one after another, which rests in
// between, and each once for all who ask for it. How many wait, how large they are and how many bytes are
// kept is bounded.

#include "daemon/server/router.hpp"

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>

namespace adoube::server {

struct PdfLimits {
    std::size_t waiting = 64;                    // drawings; more are refused with 503
    std::size_t rows = 10 * sheet::rows_on_page; // longer games have their page alone
    std::size_t kept_bytes = 8 << 20;            // then all are forgotten
    std::chrono::milliseconds longest_rest{200};
};

class PdfSheets {
  public:
    /// To be used on this executor alone, which runs one handler at a time.
    PdfSheets(boost::asio::any_io_executor executor, const PdfLimits& limits = {})
        : executor_(std::move(executor)), limits_(limits) {}

    /// Like respond(). `request` and `round` must outlive the answer.
    boost::asio::awaitable<Response> answer(const Request& request, broadcast::LiveRound& round);

    /// Waits for the drawing under way; who still waits is told so, and gets none.
    void stop();

    std::uint64_t drawn() const { return drawn_; }

    /// Between two drawings: the thread takes a quarter of a processor at most.
    static std::chrono::milliseconds rest_after(std::chrono::milliseconds drawing,
                                                std::chrono::milliseconds longest);

  private:
    using Drawn = std::shared_ptr<const Document>;
    using Clock = std::chrono::steady_clock;

    /// One that is drawn, for all who wait for it.
    struct Order {
        broadcast::Text source;
        boost::asio::steady_timer done; // cancelled then
        std::expected<Drawn, std::string> drawn{};
    };
    struct Kept {
        broadcast::Text source;
        Drawn drawn;
    };

    boost::asio::awaitable<std::expected<Drawn, Response>> drawn_for(AskedSheet asked);
    boost::asio::awaitable<void> carry_out(std::shared_ptr<Order> order, std::string key, sheet::Sheet sheet);
    boost::asio::awaitable<std::expected<Drawn, std::string>> draw(sheet::Sheet sheet);
    void keep(const std::string& key, const Order& order);

    boost::asio::any_io_executor executor_;
    PdfLimits limits_;
    std::map<std::string, std::shared_ptr<Order>, std::less<>> orders_; // by key, under way
    std::map<std::string, Kept, std::less<>> kept_;                     // by key
    std::size_t waiting_ = 0, kept_bytes_ = 0;
    std::uint64_t drawn_ = 0;
    std::atomic<bool> stopped_ = false;
    Clock::time_point rests_until_{};     // for the thread alone
    boost::asio::thread_pool drawing_{1}; // destroyed first
};

} // namespace adoube::server
