#pragma once
// An owned file descriptor.

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <span>
#include <unistd.h>
#include <utility>

namespace adoube::firmware {

class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() { reset(); }
    Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    int get() const { return fd_; }
    explicit operator bool() const { return fd_ >= 0; }
    void reset() {
        if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    }

    enum class Stream : std::uint8_t { goes_on, ended };
    /// Bytes transferred, and whether the stream goes on. Blocks without O_NONBLOCK.
    std::pair<std::size_t, Stream> read(std::span<std::uint8_t> into) const {
        const ssize_t count = ::read(fd_, into.data(), into.size());
        return count == 0 ? std::pair{std::size_t{0}, Stream::ended} : outcome(count);
    }
    std::pair<std::size_t, Stream> write(std::span<const std::uint8_t> bytes) const {
        return outcome(::write(fd_, bytes.data(), bytes.size()));
    }

  private:
    static std::pair<std::size_t, Stream> outcome(ssize_t count) {
        if (count >= 0) return {static_cast<std::size_t>(count), Stream::goes_on};
        const bool later = errno == EAGAIN || errno == EINTR;
        return {0, later ? Stream::goes_on : Stream::ended};
    }
    int fd_ = -1;
};

} // namespace adoube::firmware
