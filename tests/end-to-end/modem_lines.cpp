// Preloaded: gives every terminal the modem lines and /sys entry that a pseudo terminal lacks, so that
// libserialport takes it for a serial port.

#include <cstdarg>
#include <cstring>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {
bool is_pty_in_sys(const char* path) {
    constexpr char folder[] = "/sys/class/tty/pts/";
    return std::strncmp(path, folder, sizeof folder - 1) == 0;
}

int lstat_as_serial(const char* path, void* out) {
    auto* status = static_cast<struct stat*>(out);
    if (!is_pty_in_sys(path)) return ::fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
    *status = {};
    status->st_mode = S_IFLNK | 0777;
    return 0;
}
} // namespace

extern "C" int ioctl(int fd, unsigned long request, ...) noexcept {
    va_list arguments;
    va_start(arguments, request);
    void* argument = va_arg(arguments, void*);
    va_end(arguments);
    if (request == TIOCMGET) {
        *static_cast<int*>(argument) = TIOCM_CTS | TIOCM_DSR | TIOCM_CD;
        return 0;
    }
    if (request == TIOCMSET || request == TIOCMBIS || request == TIOCMBIC) return 0;
    return static_cast<int>(::syscall(SYS_ioctl, fd, request, argument));
}

// All names of lstat in C libraries.
extern "C" int lstat(const char* path, struct stat* out) noexcept { return lstat_as_serial(path, out); }
extern "C" int lstat64(const char* path, struct stat64* out) noexcept { return lstat_as_serial(path, out); }
extern "C" int __lxstat(int, const char* path, struct stat* out) { return lstat_as_serial(path, out); }

extern "C" ssize_t readlink(const char* path, char* out, size_t size) noexcept {
    if (!is_pty_in_sys(path)) return ::readlinkat(AT_FDCWD, path, out, size);
    constexpr char device[] = "../../devices/platform/serial";
    const size_t length = size < sizeof device - 1 ? size : sizeof device - 1;
    std::memcpy(out, device, length);
    return static_cast<ssize_t>(length);
}
