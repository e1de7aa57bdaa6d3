#pragma once
// From a message's fields to bytes and back. Nothing here knows any particular message.

#include "protocol/messages.hpp"

#include <concepts>
#include <optional>
#include <span>
#include <type_traits>

namespace adoube::wire {

/// Largest payload of a frame.
inline constexpr std::size_t max_payload = 246;

namespace detail {

struct NoIo {
    template<class T>
    constexpr NoIo& operator()(const char*, T&) {
        return *this;
    }
    template<class T>
    constexpr NoIo& appended(const char*, T&) {
        return *this;
    }
    template<class T>
    constexpr NoIo& unless_zero(const char*, T&) {
        return *this;
    }
};
template<class T>
concept Composite = requires(T& value, NoIo& io) {
    T::fields(value, io);
};
template<class T>
struct IsList : std::false_type {};
template<class T, std::size_t N>
struct IsList<List<T, N>> : std::true_type {};
template<class T>
struct IsArray : std::false_type {};
template<class T, std::size_t N>
struct IsArray<std::array<T, N>> : std::true_type {};

/// The largest size that a value of this type can have on the wire.
class Sizer {
  public:
    template<class T>
    constexpr Sizer& operator()(const char*, const T& value) {
        if constexpr (Composite<T>)
            T::fields(value, *this);
        else if constexpr (IsList<T>::value) {
            size += 1;
            for (std::size_t at = 0; at < T::capacity; ++at) (*this)(nullptr, value.items[at]);
        } else if constexpr (IsArray<T>::value) {
            for (const auto& item : value) (*this)(nullptr, item);
        } else
            size += sizeof(T);
        return *this;
    }
    template<class T>
    constexpr Sizer& appended(const char* name, const T& value) {
        return (*this)(name, value);
    }
    template<class T>
    constexpr Sizer& unless_zero(const char* name, const T& value) {
        return (*this)(name, value);
    }
    std::size_t size = 0;
};

} // namespace detail

template<class Message>
consteval std::size_t max_size() {
    detail::Sizer sizer;
    const Message message{};
    Message::fields(message, sizer);
    return sizer.size;
}

/// Writes into a buffer that is large enough for the message (max_size).
class Writer {
  public:
    explicit constexpr Writer(std::span<std::uint8_t> out) : out_(out) {}

    template<class T>
    constexpr Writer& operator()(const char*, const T& value) {
        if constexpr (detail::Composite<T>)
            T::fields(value, *this);
        else if constexpr (detail::IsList<T>::value) {
            put(value.count);
            for (const auto& item : value) (*this)(nullptr, item);
        } else if constexpr (detail::IsArray<T>::value) {
            for (const auto& item : value) (*this)(nullptr, item);
        } else if constexpr (std::is_enum_v<T>)
            put(static_cast<std::underlying_type_t<T>>(value));
        else
            put(value);
        return *this;
    }
    template<class T>
    constexpr Writer& appended(const char* name, const T& value) {
        return (*this)(name, value);
    }
    /// A last field that is 0 says as much when it is not there.
    template<class T>
    constexpr Writer& unless_zero(const char* name, const T& value) {
        return value == 0 ? *this : (*this)(name, value);
    }
    constexpr std::size_t written() const { return at_; }

  private:
    template<std::unsigned_integral T>
    constexpr void put(T value) {
        for (std::size_t byte = 0; byte < sizeof(T); ++byte)
            out_[at_++] = static_cast<std::uint8_t>(value >> (8 * byte));
    }
    std::span<std::uint8_t> out_;
    std::size_t at_ = 0;
};

/// Reads until the bytes end; from then on every field stays as it was, and complete() is false.
class Reader {
  public:
    explicit constexpr Reader(std::span<const std::uint8_t> in) : in_(in) {}

    template<class T>
    constexpr Reader& operator()(const char*, T& value) {
        if constexpr (detail::Composite<T>)
            T::fields(value, *this);
        else if constexpr (detail::IsList<T>::value) {
            value.count = take<std::uint8_t>(0);
            if (value.count > T::capacity) {
                value.count = 0;
                complete_ = false;
            }
            for (std::size_t at = 0; at < value.count; ++at) (*this)(nullptr, value.items[at]);
        } else if constexpr (detail::IsArray<T>::value) {
            for (auto& item : value) (*this)(nullptr, item);
        } else if constexpr (std::is_enum_v<T>)
            value = static_cast<T>(take(static_cast<std::underlying_type_t<T>>(value)));
        else
            value = take(value);
        return *this;
    }
    /// A field that older senders do not have: stays as it was where the bytes end before it.
    template<class T>
    constexpr Reader& appended(const char* name, T& value) {
        return in_.empty() ? *this : (*this)(name, value);
    }
    template<class T>
    constexpr Reader& unless_zero(const char* name, T& value) {
        return appended(name, value);
    }
    constexpr bool complete() const { return complete_; }

  private:
    template<std::unsigned_integral T>
    constexpr T take(T otherwise) {
        if (!complete_ || in_.size() < sizeof(T)) {
            complete_ = false;
            return otherwise;
        }
        T value = 0;
        for (std::size_t byte = 0; byte < sizeof(T); ++byte)
            value = static_cast<T>(value | static_cast<T>(static_cast<T>(in_[byte]) << (8 * byte)));
        in_ = in_.subspan(sizeof(T));
        return value;
    }
    std::span<const std::uint8_t> in_;
    bool complete_ = true;
};

/// Returns the number of bytes written.
template<class Message>
constexpr std::size_t encode(const Message& message, std::span<std::uint8_t, max_payload> out) {
    static_assert(max_size<Message>() <= max_payload);
    Writer writer(out);
    Message::fields(message, writer);
    return writer.written();
}

/// Empty if the payload is too short, or a list in it too long. Bytes behind the last field are passed over:
/// a later minor revision may append fields.
template<class Message>
constexpr std::optional<Message> decode(std::span<const std::uint8_t> payload) {
    Message message;
    Reader reader(payload);
    Message::fields(message, reader);
    if (!reader.complete()) return std::nullopt;
    return message;
}

} // namespace adoube::wire
