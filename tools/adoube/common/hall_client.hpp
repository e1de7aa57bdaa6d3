#pragma once
// A hall's daemon over the network, with a token: daemon/REFERENCE.md, "Who may do what".

#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace adoube::tools {

struct HallOptions {
    std::string url;        // http://… or https://…, without a path
    std::string token_file; // one line, readable by its owner alone
    std::string ca;         // CA of the hall's certificate; empty: the system's
    bool in_the_clear = false;
};

/// Must be safe to send twice.
struct HallRequest {
    bool post = false; // else GET
    std::string target;
    std::string body{};
    std::string type = "application/json"; // of the body
};
struct HallAnswer {
    unsigned status = 0;
    std::string body;

    /// Why it was refused.
    std::string sentence() const;
};

/// Errors contain no token.
class HallClient {
  public:
    /// Does not connect yet.
    static std::expected<HallClient, std::string> make(const HallOptions& options);
    ~HallClient();
    HallClient(HallClient&&) noexcept;
    HallClient& operator=(HallClient&&) noexcept;

    /// Sends a control-socket line, never twice.
    std::expected<std::string, std::string> command(const std::string& line);

    struct End {
        std::string why;
        bool for_good; // retrying is useless
    };
    /// Returns answers of any status. Requests share a connection.
    std::expected<HallAnswer, End> ask(const HallRequest& request);
    /// Passes every message of the feed to `take`, until it ends. `resume`: "?epoch=…&seq=…", or empty.
    End watch(const std::string& resume, const std::function<void(const std::string&)>& take);

  private:
    class Connection;
    explicit HallClient(std::unique_ptr<Connection> connection);
    std::unique_ptr<Connection> connection_;
};

} // namespace adoube::tools
