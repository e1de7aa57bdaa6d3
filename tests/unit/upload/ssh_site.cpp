#include "tests/unit/upload/ssh_site.hpp"

#include "tests/catch.hpp"

#include <pwd.h>
#include <unistd.h>

namespace adoube::tests {
namespace {

constexpr auto sshd = "/usr/sbin/sshd"; // which wants to be called by its whole path

void write(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

} // namespace

std::unique_ptr<SshSite> SshSite::start() {
    if (!std::filesystem::exists(sshd)) {
        WARN("skipped: " << sshd << " is missing (Debian, Ubuntu: openssh-server)");
        return nullptr;
    }
    auto site = std::make_unique<SshSite>();
    const auto& folder = site->folder;
    site->user = ::getpwuid(::geteuid())->pw_name;
    if (::geteuid() == 0) std::filesystem::create_directories("/run/sshd"); // as it wants where root runs it
    for (const auto* key : {"host_key", "user_key"})
        REQUIRE(run({"/usr/bin/env", "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f",
                     (folder / key).string()})
                    .status == 0);
    std::filesystem::copy(folder / "user_key.pub", folder / "authorized_keys");
    const auto port = std::to_string(site->port_.number());
    write(folder / "sshd_config",
          "ListenAddress 127.0.0.1\nPort " + port + "\nHostKey " + (folder / "host_key").string() +
              "\nAuthorizedKeysFile " + (folder / "authorized_keys").string() +
              "\nStrictModes no\nUsePAM no\nPidFile none\nPermitRootLogin yes\nPasswordAuthentication no\n"
              "Subsystem sftp internal-sftp\n");
    site->server_ = std::make_unique<Process>(
        std::vector<std::string>{sshd, "-D", "-e", "-f", (folder / "sshd_config").string()}, folder / "log");
    if (!site->server_->wait_for_output("Server listening on")) FAIL(site->server_->output());
    std::istringstream key(text_of(folder / "host_key.pub"));
    std::string type, text;
    key >> type >> text;
    write(site->known_hosts(), "[127.0.0.1]:" + port + ' ' + type + ' ' + text + '\n');
    return site;
}

} // namespace adoube::tests
