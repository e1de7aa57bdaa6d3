#include "tools/adoube/common/streams.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <iostream>

namespace adoube::tools {
namespace {

int columns_of(int terminal) {
    constexpr int usual = 80;
    if (::isatty(terminal) == 0) return 0;
    winsize size{};
    return ::ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

} // namespace

Streams standard_streams() { return {std::cin, std::cout, std::cerr, columns_of(STDERR_FILENO)}; }

} // namespace adoube::tools
