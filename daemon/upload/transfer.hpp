#pragma once
// Sends requests with libcurl: HTTP(S), FTP(S), SFTP, directly or through a proxy. Blocks; for one thread.

#include "daemon/targets/request.hpp"
#include "daemon/upload/access.hpp"

#include <atomic>
#include <memory>

namespace adoube::upload {

class Transfer {
  public:
    /// Soon after `is_ending` becomes true, whatever is sent is given up.
    Transfer(Access access, const std::atomic<bool>& is_ending);
    ~Transfer();
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    /// By FTP and SFTP a file goes to a name of its own first, and is then renamed, so that nobody reads half
    /// of it; where the server does not rename, it is written in place. Sentences contain no secret.
    targets::Answer send(const targets::Request& request);

  private:
    class Curl;
    std::unique_ptr<Curl> curl_;
};

} // namespace adoube::upload
