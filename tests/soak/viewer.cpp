#include "viewer.hpp"

#include <boost/json.hpp>

#include <netinet/in.h>
#include <sys/socket.h>

namespace adoube::soak {
namespace {

constexpr RealTime second_us = 1'000'000;
constexpr std::size_t most_read = 1 << 18, most_read_slowly = 2'048;
constexpr RealTime between_slow_reads_us = 200'000;

std::uint64_t number_after(const std::string& text, std::string_view key) {
    const auto at = text.find(key);
    return at == std::string::npos ? 0 : std::stoull(text.substr(at + key.size(), 20));
}

} // namespace

Viewer::Viewer(std::uint16_t port, Habit habit, std::uint32_t seed, Faults& faults)
    : port_(port), habit_(habit), random_(seed), faults_(faults) {}

void Viewer::connect(RealTime now) {
    socket_ = firmware::Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int little = 4'096;
    if (habit_ == Habit::slow || habit_ == Habit::reads_nothing)
        ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port_);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool there = ::connect(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    ::fcntl(socket_.get(), F_SETFL, O_NONBLOCK);
    in_.clear();
    welcomed_ = false;
    if (stays() || random_() % 2 == 0) seq_ = stays() ? seq_ : 0;
    std::string query;
    if (seq_ > 0) {
        query = "?epoch=" + epoch_ + "&seq=" + std::to_string(seq_);
        ++counts_.resumed;
    }
    const auto request = "GET /live" + query + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) +
                         "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    if (!there || ::send(socket_.get(), request.data(), request.size(), MSG_NOSIGNAL) < 0) return go(now);
    ++counts_.connections;
    // A viewer that reads nothing never learns that it was cut off.
    const auto stays_us =
        habit_ == Habit::passes_by ? second_us + random_() % (30 * second_us) : 60 * second_us;
    leaves_us_ = stays() ? UINT64_MAX : now + stays_us;
    wake_us_ = leaves_us_;
}

void Viewer::go(RealTime now) {
    socket_.reset();
    wake_us_ = now + second_us / 10 + random_() % (5 * second_us);
}

void Viewer::leave() {
    away_ = true;
    socket_.reset();
    wake_us_ = UINT64_MAX;
}

void Viewer::watch(std::vector<pollfd>& waited_for) const {
    const bool reads = habit_ == Habit::stays || habit_ == Habit::passes_by || !welcomed_;
    waited_for.push_back(
        {socket_.get(), static_cast<short>(reads ? POLLIN : 0), 0}); // poll reports the end anyway
}

void Viewer::act(RealTime now) {
    if (away_) return;
    if (!socket_) {
        if (now >= wake_us_) connect(now);
        return;
    }
    if (now >= leaves_us_) {
        if (random_() % 2 == 0) send_control(0x8); // or just vanishes
        return go(now);
    }
    if (!welcomed_ || habit_ != Habit::reads_nothing) return read(now);
    // The daemon cuts off whoever reads nothing.
    pollfd end{socket_.get(), POLLIN, 0};
    if (::poll(&end, 1, 0) > 0 && (end.revents & (POLLHUP | POLLERR)) != 0) {
        ++counts_.cut;
        go(now);
    }
}

void Viewer::read(RealTime now) {
    std::array<std::uint8_t, 65'536> bytes;
    const bool slow = habit_ == Habit::slow;
    for (std::size_t total = 0; socket_ && total < most_read;) {
        const auto room = slow ? most_read_slowly : bytes.size();
        const auto [count, stream] = socket_.read(std::span(bytes).first(room));
        in_.append(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
        total += count;
        while (socket_ && (welcomed_ ? take_frame(now) : take_head(now))) {
        }
        if (stream == firmware::Descriptor::Stream::ended && socket_) {
            ++counts_.cut;
            return go(now);
        }
        if (count < room || slow) break;
    }
    if (slow && socket_) wake_us_ = now + between_slow_reads_us;
}

bool Viewer::take_head(RealTime now) {
    const auto end = in_.find("\r\n\r\n");
    if (end == std::string::npos) return false;
    if (!in_.starts_with("HTTP/1.1 101")) {
        faults_.tell("a display was refused: " + in_.substr(0, in_.find('\r')));
        go(now);
        return false;
    }
    in_.erase(0, end + 4);
    return welcomed_ = true;
}

bool Viewer::take_frame(RealTime now) {
    const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(in_[at]); };
    if (in_.size() < 2) return false;
    std::size_t head = 2, size = byte(1) & 0x7f;
    if (size > 125) {
        head += size == 126 ? 2 : 8;
        if (in_.size() < head) return false;
        size = 0;
        for (std::size_t at = 2; at < head; ++at) size = size << 8 | byte(at);
    }
    if (in_.size() < head + size) return false;
    const auto opcode = byte(0) & 0x0f;
    const auto payload = in_.substr(head, size);
    in_.erase(0, head + size);
    if (opcode == 0x9) send_control(0xa);
    if (opcode == 0x1) take_text(payload, now);
    if (opcode != 0x8) return true;
    ++counts_.sent_away;
    if (stays()) faults_.tell("the display that reads all was sent away: " + payload.substr(2));
    go(now);
    return false;
}

/// Without payload: a close, or the pong to an empty ping.
void Viewer::send_control(std::uint8_t opcode) {
    const std::array<std::uint8_t, 6> frame{static_cast<std::uint8_t>(0x80 | opcode), 0x80, 1, 2, 3, 4};
    ::send(socket_.get(), frame.data(), frame.size(), MSG_NOSIGNAL);
}

void Viewer::take_text(const std::string& text, RealTime now) {
    const auto head = text.substr(0, 100);
    const bool whole = head.starts_with(R"({"type":"round")");
    if (!whole && !head.starts_with(R"({"type":"game")")) return;
    ++counts_.messages;
    const auto seq = number_after(head, R"("seq":)");
    if (whole) {
        const std::string key = R"("epoch":")";
        const auto at = head.find(key) + key.size();
        epoch_ = head.substr(at, head.find('"', at) - at);
    } else if (seq != seq_ + 1) {
        faults_.tell("a display that had seen change " + std::to_string(seq_) + " was told change " +
                     std::to_string(seq));
    }
    seq_ = seq;
    if (stays()) keep(text, now);
}

void Viewer::keep(const std::string& text, RealTime now) {
    const auto message = boost::json::parse(text).as_object();
    const auto take = [&](const boost::json::object& game) {
        auto& shown = games_[std::string(game.at("id").as_string())];
        shown.moves.resize(game.at("keep").to_number<std::size_t>());
        for (const auto& move : game.at("moves").as_array())
            shown.moves.emplace_back(move.as_array().at(0).as_string());
        shown.result = std::string(game.at("result").as_string());
        shown.first_shown.try_emplace(shown.moves.size(), now);
    };
    if (const auto* games = message.if_contains("games"))
        for (const auto& game : games->as_array()) take(game.as_object());
    else
        take(message.at("game").as_object());
}

} // namespace adoube::soak
