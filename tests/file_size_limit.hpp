#pragma once
// A full disk: while it lives, no file of this process grows beyond the limit.

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
    /// So far, over all limits.
    static int refused() { return refused_; }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

  private:
    static inline std::atomic<int> refused_ = 0;
    rlimit before_{};
};

} // namespace adoube::tests
