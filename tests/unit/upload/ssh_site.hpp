#pragma once
// OpenSSH's server in the test, for this user, with a key made for it.

#include "tests/end-to-end/process.hpp"
#include "tests/held_port.hpp"
#include "tests/temporary_folder.hpp"

#include <memory>

namespace adoube::tests {

class SshSite {
  public:
    /// Empty, with a warning of the test: there is no sshd here.
    static std::unique_ptr<SshSite> start();

    std::string url(const std::string& path) const {
        return "sftp://127.0.0.1:" + std::to_string(port_.number()) + path;
    }

    TemporaryFolder folder;
    std::string user;
    std::filesystem::path key() const { return folder / "user_key"; }
    std::filesystem::path known_hosts() const { return folder / "known_hosts"; }

  private:
    HeldPort port_;
    std::unique_ptr<Process> server_;
};

} // namespace adoube::tests
