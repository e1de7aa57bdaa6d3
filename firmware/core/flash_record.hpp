#pragma once
// Records that two flash sectors hold by turns: fields as on the wire, then a CRC-32 of them, the rest of the
// page as erased.

#include "protocol/codec.hpp"
#include "protocol/crc32.hpp"
#include "protocol/rules.hpp"

#include <array>
#include <optional>
#include <span>

namespace adoube::firmware {

/// A NOR flash page.
using FlashPage = std::array<std::uint8_t, 256>;

template<class Record>
FlashPage sealed(const Record& record) {
    constexpr std::size_t body = wire::max_size<Record>();
    static_assert(body + 4 <= sizeof(FlashPage));
    FlashPage page;
    page.fill(0xff);
    wire::Writer writer(page);
    Record::fields(record, writer);
    writer("crc", wire::crc32(std::span(page).first(body)));
    return page;
}

/// Nothing if the CRC is wrong.
template<class Record>
std::optional<Record> unsealed(const FlashPage& page) {
    Record record;
    std::uint32_t crc = 0;
    wire::Reader reader(page);
    Record::fields(record, reader);
    reader("crc", crc);
    if (crc != wire::crc32(std::span(page).first(wire::max_size<Record>()))) return std::nullopt;
    return record;
}

/// The one in force. Their `sequence` counts modulo 2^32.
template<class Record>
const std::optional<Record>& newer(const std::optional<Record>& first, const std::optional<Record>& second) {
    return !first || (second && wire::seq_before(first->sequence, second->sequence)) ? second : first;
}

} // namespace adoube::firmware
