#pragma once
// A disk without room: no file of this process grows beyond so many bytes, while it lives.

#include <sys/resource.h>

#include <atomic>
#include <csignal>

namespace adoube::tests {

class FileSizeLimit {
  public:
    explicit FileSizeLimit(rlim_t bytes) {
        std::signal(SIGXFSZ, [](int) { ++refused_; });
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
    /// How many writes of this process were, so far, beyond a limit.
    static int refused() { return refused_; }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

  private:
    static inline std::atomic<int> refused_ = 0;
    rlimit before_{};
};

} // namespace adoube::tests
