#pragma once
// A hall's daemon over the network, for somebody with a token: what daemon/MANUAL.md says under "Who may do
// what".

#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace adoube::tools {

struct HallOptions {
    std::string url;        // http://… or https://…, without a path
    std::string token_file; // a token in a line, for its owner alone
    std::string ca;         // who vouches for the hall's certificate; empty: whom the system trusts
    bool in_the_clear = false;
};

/// A request that may be made twice.
struct HallRequest {
    bool post = false; // else GET
    std::string target;
    std::string body{};
    std::string type = "application/json"; // of the body
};
struct HallAnswer {
    unsigned status = 0;
    std::string body;

    /// Why it is not what was asked for.
    std::string sentence() const;
};

/// Errors are one sentence, in which no token stands.
class HallClient {
  public:
    /// Reads the files, and speaks to nobody yet.
    static std::expected<HallClient, std::string> make(const HallOptions& options);
    ~HallClient();
    HallClient(HallClient&&) noexcept;
    HallClient& operator=(HallClient&&) noexcept;

    /// What is answered to a line for the control socket.
    std::expected<std::string, std::string> command(const std::string& line);

    struct End {
        std::string why;
        bool for_good; // trying again is of no use
    };
    /// Whatever is answered. One connection serves for many requests.
    std::expected<HallAnswer, End> ask(const HallRequest& request);
    /// Gives every message of the feed to `take`, and comes back when the feed has ended. `resume`: where to
    /// go on, as "?epoch=…&seq=…", or empty.
    End watch(const std::string& resume, const std::function<void(const std::string&)>& take);

  private:
    class Connection;
    explicit HallClient(std::unique_ptr<Connection> connection);
    std::unique_ptr<Connection> connection_;
};

} // namespace adoube::tools
