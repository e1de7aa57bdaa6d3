#pragma once
// The other end of a connection, as plain as can be: blocking sockets that give up after a while.

#include <cstdint>
#include <memory>
#include <openssl/types.h>
#include <optional>
#include <string>
#include <string_view>

namespace adoube::server {

struct TlsWishes {
    int version = 0;                         // no newer than this, and as weak as it may be; 0: the newest
    std::string_view protocols = "http/1.1"; // one, for ALPN; empty: none is named
};

class Client {
  public:
    /// A small `receive_buffer` makes a reader that soon holds the sender up.
    explicit Client(std::uint16_t port, int receive_buffer = 0);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// From now on in TLS, whatever the certificate; false where the server does not want it so.
    bool begin_tls(const TlsWishes& wishes = {});
    /// The certificate's common name, and what was agreed on by ALPN.
    std::string server_name() const;
    std::string protocol() const;

    /// Of TLS 1.3, with the next bytes; the server must change its own, too.
    void change_keys();
    /// Of TLS 1.2; false where the server does not want it.
    bool renegotiate();

    void send(std::string_view bytes);
    void send_below_tls(std::string_view bytes);
    /// Shows the server the end of what this side says.
    void end_sending();

    struct Response {
        int status = 0;
        std::string head, body;
    };
    /// Sends a request and reads one response; status 0 where none came.
    Response get(std::string_view target, std::string_view more_headers = "",
                 std::string_view method = "GET");
    Response read_response(bool with_body = true);
    /// All that comes until the server hangs up; nothing where it does not.
    std::optional<std::string> read_to_end();

    /// Opens the live feed; false where it was refused.
    bool view(std::string_view query = "");
    struct Frame {
        int opcode = 0;
        std::string payload;
        int close_code() const {
            return payload.size() < 2
                       ? 0
                       : static_cast<std::uint8_t>(payload[0]) * 256 + static_cast<std::uint8_t>(payload[1]);
        }
    };
    /// The next frame; nothing where the connection ended or none came in time.
    std::optional<Frame> read_frame();
    /// The next text of the type "round" or "game"; frames in between are passed over.
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
