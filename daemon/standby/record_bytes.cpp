#include "daemon/standby/record_bytes.hpp"

#include "daemon/standby/bytes.hpp"

#include <concepts>
#include <tuple>
#include <type_traits>
#include <utility>

namespace adoube::standby {
namespace {

using namespace journal;

template<class T, class What>
concept Is = std::same_as<std::remove_cvref_t<T>, What>;

template<class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};

/// Of each type, for both directions; their order is the format.
constexpr Overloaded members{
    [](Is<Origin> auto& one) { return std::tie(one.board_id, one.boot_id, one.sequence, one.board_us); },
    [](Is<journal::Entry> auto& one) { return std::tie(one.line, one.origin, one.host_utc_ms); },
    [](Is<GameEntry> auto& one) {
        return std::tie(one.id, one.header, one.created_utc_ms, one.closed_utc_ms, one.secret);
    },
    [](Is<ArmedGame> auto& one) {
        return std::tie(one.after, one.id, one.header, one.armed_utc_ms, one.instead_of);
    },
    [](Is<Hold> auto& one) { return std::tie(one.why, one.since_utc_ms); },
    [](Is<Tombstone> auto& one) {
        return std::tie(one.game_id, one.deleted_utc_ms, one.why, one.size, one.root);
    },
    [](Is<OpenGame> auto& one) { return std::tie(one.game); },
    [](Is<Append> auto& one) { return std::tie(one.game_id, one.entry); },
    [](Is<CloseGame> auto& one) { return std::tie(one.game_id, one.utc_ms); },
    [](Is<ArmGame> auto& one) { return std::tie(one.game); },
    [](Is<Checkpoint> auto& one) { return std::tie(one.game_id, one.size, one.note); },
    [](Is<Shown> auto& one) { return std::tie(one.game_id, one.inputs, one.t_ms, one.clocks_at_ms); },
    [](Is<HoldGame> auto& one) { return std::tie(one.game_id, one.hold); },
    [](Is<ReleaseGame> auto& one) { return std::tie(one.game_id); },
    [](Is<DeleteGame> auto& one) { return std::tie(one.tombstone, one.kept_size); },
};

struct Out {
    BytesOut& bytes;

    void operator()(const std::string& text) const { bytes.text(text); }
    void operator()(std::unsigned_integral auto number) const { bytes.number(number); }
    template<class Clock>
    void operator()(const Instant<Clock, std::int64_t>& at) const {
        bytes.signed_number(at.count());
    }
    template<class Clock>
    void operator()(const Instant<Clock, std::uint64_t>& at) const {
        bytes.number(at.count());
    }
    template<class T>
    void operator()(const std::optional<T>& one) const {
        bytes.number(one ? 1 : 0);
        if (one) (*this)(*one);
    }
    template<class T>
    requires std::invocable<decltype(members), const T&>
    void operator()(const T& one) const {
        std::apply([this](const auto&... member) { ((*this)(member), ...); }, members(one));
    }
};

struct In {
    BytesIn& bytes;

    void operator()(std::string& text) const { text = bytes.text(); }
    template<std::unsigned_integral T>
    void operator()(T& number) const {
        number = static_cast<T>(bytes.number());
    }
    template<class Clock>
    void operator()(Instant<Clock, std::int64_t>& at) const {
        at = Instant<Clock, std::int64_t>(bytes.signed_number());
    }
    template<class Clock>
    void operator()(Instant<Clock, std::uint64_t>& at) const {
        at = Instant<Clock, std::uint64_t>(bytes.number());
    }
    template<class T>
    void operator()(std::optional<T>& one) const {
        if (bytes.number() == 1) (*this)(one.emplace());
    }
    template<class T>
    requires std::invocable<decltype(members), T&>
    void operator()(T& one) const {
        std::apply([this](auto&... member) { ((*this)(member), ...); }, members(one));
    }
};

template<std::size_t... kinds>
std::optional<Record> record_of(std::uint64_t kind, In in, std::index_sequence<kinds...>) {
    std::optional<Record> record;
    const auto read_as = [&]<std::size_t at>(std::integral_constant<std::size_t, at>) {
        if (kind == at) in(record.emplace(std::in_place_index<at>).template emplace<at>());
    };
    (read_as(std::integral_constant<std::size_t, kinds>{}), ...);
    return record;
}

} // namespace

std::string to_bytes(std::span<const Record> records) {
    BytesOut bytes;
    for (const auto& record : records) {
        bytes.number(record.index());
        std::visit(Out{bytes}, record);
    }
    return bytes.take();
}

std::optional<std::vector<Record>> records_from(std::string_view text) {
    BytesIn bytes(text);
    std::vector<Record> records;
    while (!bytes.is_at_end()) {
        const auto kind = bytes.number();
        auto record = record_of(kind, In{bytes}, std::make_index_sequence<std::variant_size_v<Record>>{});
        if (!record || !bytes.is_good()) return std::nullopt;
        records.push_back(std::move(*record));
    }
    if (!bytes.is_good()) return std::nullopt;
    return records;
}

} // namespace adoube::standby
