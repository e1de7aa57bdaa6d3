#pragma once
// An FTP server in the test: one user, files and folders in memory (RFC 959, 2428).

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>

namespace adoube::tests {

class FtpSite {
  public:
    /// What it does with a rename.
    enum class Renames { over_files, to_new_names, never };

    FtpSite(std::string user, std::string password, Renames renames);
    ~FtpSite();

    std::string url(const std::string& path) const {
        return "ftp://127.0.0.1:" + std::to_string(port_) + path;
    }
    /// From now on nobody may make any.
    void refuse_folders() { makes_folders_ = false; }
    std::map<std::string, std::string> files() const;
    /// Names under which something was written while it was there.
    std::set<std::string> written_in_place() const;

  private:
    struct Listener;
    void run();
    template<class Session>
    void serve(Session& session);
    template<class Session>
    std::string answer(Session& session, const std::string& verb, const std::string& named);

    std::string user_, password_;
    Renames renames_;
    std::unique_ptr<Listener> listener_;
    std::uint16_t port_ = 0;
    mutable std::mutex mutex_; // of what follows
    std::map<std::string, std::string> files_;
    std::set<std::string> written_, folders_;
    std::atomic<bool> makes_folders_ = true;
    std::atomic<bool> ends_ = false;
    std::thread thread_;
};

} // namespace adoube::tests
