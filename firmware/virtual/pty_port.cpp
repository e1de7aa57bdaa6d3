#include "firmware/virtual/descriptor.hpp"
#include "firmware/virtual/host_port.hpp"

#include <climits>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <termios.h>

namespace adoube::firmware {

namespace {

/// Opening a terminal raises no event, so it is polled.
constexpr int look_every_ms = 50;

class PtyPort : public HostPort {
  public:
    PtyPort(Descriptor master, std::string name, std::string link)
        : master_(std::move(master)), name_(std::move(name)), link_(std::move(link)) {}
    ~PtyPort() override {
        char target[PATH_MAX] = {};
        if (::readlink(link_.c_str(), target, sizeof target - 1) > 0 && name_ == target)
            ::unlink(link_.c_str());
    }

    std::string address() const override { return "pty " + name_; }
    void watch(std::vector<pollfd>& waited_for, bool wants_to_write, int& longest_wait_ms) const override {
        if (connected_)
            waited_for.push_back(
                {master_.get(), static_cast<short>(POLLIN | (wants_to_write ? POLLOUT : 0)), 0});
        else if (longest_wait_ms > look_every_ms)
            longest_wait_ms = look_every_ms;
    }
    bool attend() override {
        pollfd terminal{master_.get(), POLLIN, 0};
        const bool here = ::poll(&terminal, 1, 0) >= 0 && (terminal.revents & POLLHUP) == 0;
        const bool changed = here != connected_;
        connected_ = here;
        return changed;
    }
    bool connected() const override { return connected_; }
    std::size_t read(std::span<std::uint8_t> into) override { return master_.read(into).first; }
    std::size_t write(std::span<const std::uint8_t> bytes) override { return master_.write(bytes).first; }

  private:
    Descriptor master_;
    std::string name_, link_;
    bool connected_ = false;
};

std::unexpected<std::string> failure(const std::string& what) {
    return std::unexpected(what + ": " + std::strerror(errno));
}

} // namespace

OpenedPort open_pty(const std::string& link) {
    Descriptor master(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
    char name[PATH_MAX] = {};
    if (!master || ::grantpt(master.get()) != 0 || ::unlockpt(master.get()) != 0 ||
        ::ptsname_r(master.get(), name, sizeof name) != 0)
        return failure("no pseudo terminal is to be had");
    // Opened to set raw mode; closed again, or hosts coming and going would not show.
    const Descriptor slave(::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
    termios settings{};
    if (!slave || ::tcgetattr(slave.get(), &settings) != 0)
        return failure(std::string(name) + " cannot be opened");
    ::cfmakeraw(&settings);
    ::tcsetattr(slave.get(), TCSANOW, &settings);

    struct stat there {};
    if (::lstat(link.c_str(), &there) == 0) {
        if (!S_ISLNK(there.st_mode))
            return std::unexpected(link + " exists already and is no link: choose another path");
        ::unlink(link.c_str());
    }
    if (::symlink(name, link.c_str()) != 0) return failure(link + " cannot be made a link to the terminal");
    return std::make_unique<PtyPort>(std::move(master), name, link);
}

} // namespace adoube::firmware
