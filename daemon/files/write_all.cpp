#include "daemon/files/write_all.hpp"

#include <unistd.h>

#include <cerrno>

namespace adoube::files {

bool write_all(int opened, std::string_view text) {
    while (!text.empty()) {
        const auto count = ::write(opened, text.data(), text.size());
        if (count < 0 && errno != EINTR) return false;
        if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

} // namespace adoube::files
