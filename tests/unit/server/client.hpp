#pragma once
// The other end of a connection: plain blocking sockets with a timeout.

#include <cstdint>
#include <memory>
#include <openssl/types.h>
#include <optional>
#include <string>
#include <string_view>

namespace adoube::server {

struct TlsWishes {
    int version = 0;                         // at most this, however weak; 0: newest
    std::string_view protocols = "http/1.1"; // one, for ALPN; empty: none
};

class Client {
  public:
    /// A small `receive_buffer` soon blocks the sender.
    explicit Client(std::uint16_t port, int receive_buffer = 0);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// Accepts any certificate; false if the server refuses.
    bool begin_tls(const TlsWishes& wishes = {});
    /// The certificate's common name, and the ALPN result.
    std::string server_name() const;
    std::string protocol() const;

    /// TLS 1.3 key update, with the next bytes; the server must update too.
    void change_keys();
    /// TLS 1.2; false if the server refuses.
    bool renegotiate();

    void send(std::string_view bytes);
    void send_below_tls(std::string_view bytes);
    /// Half-closes the connection.
    void end_sending();

    struct Response {
        int status = 0;
        std::string head, body;
    };
    /// Status 0: no response came.
    Response get(std::string_view target, std::string_view more_headers = "",
                 std::string_view method = "GET");
    Response read_response(bool with_body = true);
    /// All bytes until the server hangs up; nothing if it does not.
    std::optional<std::string> read_to_end();

    /// The live feed; false if refused.
    bool view(std::string_view query = "", std::string_view more_headers = "");
    struct Frame {
        int opcode = 0;
        std::string payload;
        int close_code() const {
            return payload.size() < 2
                       ? 0
                       : static_cast<std::uint8_t>(payload[0]) * 256 + static_cast<std::uint8_t>(payload[1]);
        }
    };
    /// Nothing if the connection ended or timed out.
    std::optional<Frame> read_frame();
    /// The next text of type "round" or "game"; skips other frames.
    std::optional<std::string> read_message();
    void send_frame(int opcode, std::string_view payload);

  private:
    bool receive();
    bool has(std::size_t size);
    std::string take(std::size_t size);

    struct Free {
        void operator()(SSL* ssl) const;
    };

    int socket_;
    std::unique_ptr<SSL, Free> ssl_;
    std::string received_;
};

} // namespace adoube::server
