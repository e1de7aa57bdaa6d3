#include "test_bed.hpp"

#include "tests/catch.hpp"
#include "tests/wait_until.hpp"

#include <linux/capability.h>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

namespace adoube::tests {

TestBed& TestBed::of_this_process() {
    static TestBed bed;
    return bed;
}

TestBed::TestBed() {
    bed_ = umockdev_testbed_new();
    if (!umockdev_in_mock_environment()) FAIL("run this program through umockdev-wrapper, as ctest does");
}
TestBed::~TestBed() { g_object_unref(bed_); }

void TestBed::tell(const std::string& in_sys, const char* action) {
    const auto sockets = real("/event").native(); // and a number
    REQUIRE(wait_until([&] {
        for (int fd = 3; fd < 1024; ++fd) {
            sockaddr_un name{};
            socklen_t length = sizeof name;
            if (::getsockname(fd, reinterpret_cast<sockaddr*>(&name), &length) != 0) continue;
            if (name.sun_family != AF_UNIX || !std::string_view(name.sun_path).starts_with(sockets)) continue;
            pollfd unread{fd, POLLIN, 0};
            if (::poll(&unread, 1, 0) > 0) return false;
        }
        return true;
    }));
    umockdev_testbed_uevent(bed_, in_sys.c_str(), action);
}

std::filesystem::path TestBed::real(const std::filesystem::path& mocked) const {
    gchar* root = umockdev_testbed_get_root_dir(bed_);
    const std::filesystem::path path = root + mocked.native();
    g_free(root);
    return path;
}

void give_up_override_of_permissions() {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct data[2]{};
    REQUIRE(::syscall(SYS_capget, &header, data) == 0);
    for (auto* set : {&data[0].effective, &data[0].permitted})
        *set &= ~(1U << CAP_DAC_OVERRIDE | 1U << CAP_DAC_READ_SEARCH);
    REQUIRE(::syscall(SYS_capset, &header, data) == 0);
}

} // namespace adoube::tests
