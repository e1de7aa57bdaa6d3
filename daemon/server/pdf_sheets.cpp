#include "daemon/server/pdf_sheets.hpp"

#include "daemon/boost/as_tuple.hpp"
#include "daemon/sheet/pdf.hpp"
#include "daemon/sheet/public_sheet.hpp"

#include <boost/asio/co_spawn.hpp>
#include <thread>

namespace adoube::server {

namespace asio = boost::asio;

namespace {

Response busy() {
    auto response = sorry(503, "Too many scoresheets are being drawn: ask again in a moment.");
    response.fields = {{"Retry-After", "2"}};
    return response;
}

} // namespace

asio::awaitable<Response> PdfSheets::answer(const Request& request, broadcast::LiveRound& round) {
    const auto id = pdf_of(path_of(request.target));
    auto asked = asked_sheet(request.target, id.value_or(""), round);
    if (!asked) co_return std::move(asked.error());
    const auto drawn = co_await drawn_for(std::move(*asked));
    if (!drawn) co_return drawn.error();
    co_return document_response(request, **drawn, "application/pdf", false);
}

/// The game is laid out before anybody waits: it may be another one after that.
asio::awaitable<std::expected<PdfSheets::Drawn, Response>> PdfSheets::drawn_for(AskedSheet asked) {
    if (const auto kept = kept_.find(asked.key); kept != kept_.end() && kept->second.source == asked.source)
        co_return kept->second.drawn;
    const auto known = orders_.find(asked.key);
    auto order = known == orders_.end() ? nullptr : known->second;
    if (order && order->source == asked.source) {
        co_await order->done.async_wait(as_tuple);
    } else {
        if (stopped_ || waiting_ >= limits_.waiting) co_return std::unexpected(busy());
        auto sheet = lay_out(sheet::written_of(*asked.game), asked.options);
        if (sheet.rows.size() > limits_.rows)
            co_return std::unexpected(
                sorry(404, "This game is too long for a PDF: its page, .html, has it."));
        order = std::make_shared<Order>(
            Order{asked.source, asio::steady_timer(executor_, Clock::time_point::max())});
        orders_[asked.key] = order;
        co_await carry_out(order, asked.key, std::move(sheet));
    }
    if (!order->drawn) co_return std::unexpected(sorry(500, order->drawn.error() + '.'));
    co_return *order->drawn;
}

asio::awaitable<void> PdfSheets::carry_out(std::shared_ptr<Order> order, std::string key,
                                           sheet::Sheet sheet) {
    ++waiting_;
    order->drawn = co_await asio::co_spawn(drawing_, draw(std::move(sheet)), asio::use_awaitable);
    --waiting_;
    ++drawn_;
    if (const auto last = orders_.find(key); last != orders_.end() && last->second == order) {
        orders_.erase(last);
        keep(key, *order);
    }
    order->done.cancel();
}

/// In the thread.
asio::awaitable<std::expected<PdfSheets::Drawn, std::string>> PdfSheets::draw(sheet::Sheet sheet) {
    std::this_thread::sleep_until(rests_until_);
    if (stopped_) co_return std::unexpected("The server is going down");
    const auto began = Clock::now();
    auto pdf = sheet::pdf_of({&sheet, 1});
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
    rests_until_ = Clock::now() + rest_after(took, limits_.longest_rest);
    if (!pdf) co_return std::unexpected(std::move(pdf.error()));
    co_return std::make_shared<const Document>(std::make_shared<const std::string>(std::move(pdf->bytes)));
}

std::chrono::milliseconds PdfSheets::rest_after(std::chrono::milliseconds drawing,
                                                std::chrono::milliseconds longest) {
    return std::min(3 * drawing, longest);
}

void PdfSheets::keep(const std::string& key, const Order& order) {
    if (!order.drawn) return;
    const auto bytes = (*order.drawn)->text()->size();
    if (const auto before = kept_.find(key); before != kept_.end()) {
        kept_bytes_ -= before->second.drawn->text()->size();
        kept_.erase(before);
    }
    if (bytes > limits_.kept_bytes) return;
    if (kept_bytes_ + bytes > limits_.kept_bytes) {
        kept_.clear();
        kept_bytes_ = 0;
    }
    kept_bytes_ += bytes;
    kept_.emplace(key, Kept{order.source, *order.drawn});
}

void PdfSheets::stop() {
    stopped_ = true; // a pool that is stopped would leave who waits unanswered, and the executor with work
    drawing_.join();
}

} // namespace adoube::server
