#pragma once
// A file descriptor, closed unless released.

#include <unistd.h>
#include <utility>

namespace adoube::files {

class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() {
        if (*this) ::close(fd_);
    }
    Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    explicit operator bool() const { return fd_ >= 0; }
    int get() const { return fd_; }
    int release() { return std::exchange(fd_, -1); }
    void reset() { Descriptor().swap(*this); }
    void swap(Descriptor& other) noexcept { std::swap(fd_, other.fd_); }

  private:
    int fd_ = -1;
};

} // namespace adoube::files
