#include "daemon/server/viewer.hpp"

#include "daemon/boost/as_tuple.hpp"

#include <array>
#include <boost/asio/buffer.hpp>

namespace adoube::server {

namespace asio = boost::asio;
using boost::system::error_code;
using websocket::Close;
using websocket::Opcode;

Viewer::Viewer(std::shared_ptr<Connection> connection, const ViewerLimits& limits,
               std::function<void(std::string_view message)> take)
    : connection_(std::move(connection)), limits_(limits), take_(std::move(take)),
      reader_(limits.message_bytes), messages_left_(limits.messages_burst) {
    connection_->expires_after(limits_.silence);
}

void Viewer::send(const Frames& frames) {
    if (closing_ || frames->empty()) return;
    if (!fits(frames)) {
        was_too_slow_ = true;
        close(Close::try_again_later,
              "too slow: too many messages were waiting; come back for the whole state");
        return;
    }
    queue_.push_back(frames);
    queue_bytes_ += frames->size();
    if (!waiting_) write();
}

bool Viewer::fits(const Frames& frames) const {
    if (queue_.empty()) return true;
    const std::size_t behind_first = queue_bytes_ - queue_.front()->size();
    return queue_.size() < limits_.queue_count && behind_first + frames->size() <= limits_.queue_bytes;
}

void Viewer::close(Close code, std::string_view reason) {
    if (closing_) return;
    closing_ = true;
    connection_->expires_after(limits_.farewell);
    if (!queue_.empty()) queue_.resize(1); // finish a begun frame
    queue_.push_back(std::make_shared<const std::string>(close_frame(code, reason)));
    if (!waiting_) write();
}

void Viewer::write() {
    while (!queue_.empty()) {
        const std::string& first = *queue_.front();
        error_code error;
        sent_of_first_ += connection_->stream.write_some(asio::buffer(first) + sent_of_first_, error);
        if (error == asio::error::would_block) return wait_to_write();
        if (error) return connection_->cut();
        if (sent_of_first_ < first.size()) continue;
        queue_bytes_ -= first.size();
        sent_of_first_ = 0;
        queue_.pop_front();
    }
    if (closing_) connection_->stream.end_writing();
}

void Viewer::wait_to_write() {
    waiting_ = true;
    connection_->stream.async_wait(Stream::Wait::wait_write, [self = shared_from_this()](error_code error) {
        self->waiting_ = false;
        if (!error) self->write();
    });
}

asio::awaitable<void> Viewer::run(std::string early) {
    std::array<char, 512> bytes;
    bool open = feed(early);
    while (open) {
        const auto [error, size] =
            co_await connection_->stream.async_read_some(asio::buffer(bytes), as_tuple);
        open = !error && feed({bytes.data(), size});
    }
    connection_->cut();
}

/// False once the other side has taken our close.
bool Viewer::feed(std::string_view bytes) {
    const auto received = reader_.feed(bytes);
    if (!received) {
        if (closing_) return false;
        close(received.error().code, received.error().reason);
        return true;
    }
    if (!closing_ && !may_say(received->size())) {
        was_too_talkative_ = true;
        close(Close::policy_violation, "too many messages in a short time");
    }
    if (!closing_) connection_->expires_after(limits_.silence);
    for (const auto& [opcode, payload] : *received) {
        if (opcode == Opcode::close && closing_) return false;
        if (opcode == Opcode::close) close(Close::normal, "");
        if (opcode == Opcode::ping) send(std::make_shared<const std::string>(frame(Opcode::pong, payload)));
        if (opcode == Opcode::text && !closing_) take_(payload);
    }
    return true;
}

bool Viewer::may_say(std::size_t messages) {
    const auto now = Connection::Clock::now();
    const std::chrono::duration<double> passed = now - std::exchange(counted_, now);
    messages_left_ =
        std::min<double>(limits_.messages_burst, messages_left_ + passed.count() * limits_.messages_per_s);
    messages_left_ -= static_cast<double>(messages);
    return messages_left_ >= 0;
}

} // namespace adoube::server
