#include "daemon/server/viewer.hpp"

#include <array>
#include <boost/asio/buffer.hpp>

namespace adoube::server {

namespace asio = boost::asio;
using boost::system::error_code;
using websocket::Close;
using websocket::Opcode;

Viewer::Viewer(std::shared_ptr<Connection> connection, const ViewerLimits& limits, Take take)
    : connection_(std::move(connection)), limits_(limits), take_(std::move(take)),
      reader_(limits.message_bytes), messages_left_(limits.messages_burst) {
    connection_->expires_after(limits_.silence);
}

void Viewer::send(const Frames& frames) {
    if (closing_ || frames->empty()) return;
    if (queue_.empty()) {
        if (!write(*frames)) queue_.push_back(frames);
        return;
    }
    if (!fits(frames)) {
        was_too_slow_ = true;
        close(Close::try_again_later,
              "too slow: too many messages were waiting; come back for the whole state");
        return;
    }
    queue_.push_back(frames);
    bytes_behind_first_ += frames->size();
}

bool Viewer::fits(const Frames& frames) const {
    return queue_.size() < limits_.queue_count && bytes_behind_first_ + frames->size() <= limits_.queue_bytes;
}

void Viewer::close(Close code, std::string_view reason) {
    if (closing_) return;
    closing_ = true;
    connection_->expires_after(limits_.farewell);
    if (!queue_.empty()) queue_.resize(1); // finish a begun frame
    queue_.push_back(std::make_shared<const std::string>(close_frame(code, reason)));
    if (!waiting_) write_queue();
}

/// What is left of the first. False where some of it still is: it waits, or cuts a connection that is broken.
bool Viewer::write(const std::string& frames) {
    while (sent_of_first_ < frames.size()) {
        error_code error;
        sent_of_first_ += connection_->stream.write_some(asio::buffer(frames) + sent_of_first_, error);
        if (!error) continue;
        if (error == asio::error::would_block) {
            wait_to_write();
        } else {
            closing_ = true; // nothing more can be sent
            connection_->cut();
        }
        return false;
    }
    sent_of_first_ = 0;
    return true;
}

void Viewer::write_queue() {
    while (!queue_.empty()) {
        if (!write(*queue_.front())) return;
        queue_.erase(queue_.begin());
        if (!queue_.empty() && !closing_) bytes_behind_first_ -= queue_.front()->size();
    }
    queue_ = {};
    if (closing_) connection_->stream.end_writing();
}

void Viewer::wait_to_write() {
    waiting_ = true;
    connection_->stream.async_wait(Stream::Wait::wait_write, [self = shared_from_this()](error_code error) {
        self->waiting_ = false;
        if (!error) self->write_queue();
    });
}

void Viewer::run(std::string_view early, Gone gone) {
    const bool open = feed(early) && (!connection_->stream.has_more() || read());
    read_on(open, std::move(gone));
}

void Viewer::read_on(bool open, Gone gone) {
    const auto self = shared_from_this();
    if (!open) {
        connection_->cut();
        return gone(self);
    }
    connection_->stream.async_wait(Stream::Wait::wait_read,
                                   [self, gone = std::move(gone)](error_code error) mutable {
                                       self->read_on(!error && self->read(), std::move(gone));
                                   });
}

/// Into no buffer of its own, which would lie idle nearly always.
bool Viewer::read() {
    std::array<char, 512> bytes;
    do {
        error_code error;
        const auto size = connection_->stream.read_some(asio::buffer(bytes), error);
        if (error) return error == asio::error::would_block;
        if (!feed({bytes.data(), size})) return false;
    } while (connection_->stream.has_more());
    return true;
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
        if (opcode == Opcode::text && !closing_) take_(shared_from_this(), payload);
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
