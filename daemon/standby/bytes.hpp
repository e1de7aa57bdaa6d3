#pragma once
// Values as bytes, for the log of a hall: numbers as LEB128 (signed ones as zigzag), strings with their
// length before them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace adoube::standby {

class BytesOut {
  public:
    BytesOut& number(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
        bytes_ += static_cast<char>(value);
        return *this;
    }
    BytesOut& signed_number(std::int64_t value) {
        return number(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
    }
    BytesOut& text(std::string_view value) {
        number(value.size());
        bytes_ += value;
        return *this;
    }
    std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
};

/// Once something was not there, all that follows is 0 or empty, and is_good() false.
class BytesIn {
  public:
    explicit BytesIn(std::string_view bytes) : rest_(bytes) {}

    std::uint64_t number() {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
            const auto byte = static_cast<std::uint8_t>(rest_.front());
            rest_.remove_prefix(1);
            value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80) return value;
        }
        return fail();
    }
    std::int64_t signed_number() {
        const auto value = number();
        return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
    }
    std::string_view text() {
        const auto size = number();
        if (size > rest_.size()) return fail(), std::string_view();
        const auto value = rest_.substr(0, static_cast<std::size_t>(size));
        rest_.remove_prefix(static_cast<std::size_t>(size));
        return value;
    }
    bool is_good() const { return is_good_; }
    bool is_at_end() const { return rest_.empty(); }

  private:
    std::uint64_t fail() {
        is_good_ = false;
        rest_ = {};
        return 0;
    }
    std::string_view rest_;
    bool is_good_ = true;
};

} // namespace adoube::standby
