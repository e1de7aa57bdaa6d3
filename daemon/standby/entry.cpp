#include "daemon/standby/entry.hpp"

#include "daemon/standby/bytes.hpp"

namespace adoube::standby {
namespace {

enum class Kind : std::uint8_t { base_part = 1, batch, hall_file, serving, holding };

BytesOut begun(Kind kind) {
    BytesOut bytes;
    bytes.number(static_cast<std::uint64_t>(kind));
    return bytes;
}
BytesOut begun(Kind kind, const Entry& entry) {
    auto bytes = begun(kind);
    bytes.number(entry.epoch).number(entry.run);
    return bytes;
}

template<class T>
std::optional<T> whole(const BytesIn& bytes, T read) {
    if (!bytes.is_good() || !bytes.is_at_end()) return std::nullopt;
    return read;
}

} // namespace

std::string to_bytes(const Entry& entry) {
    if (const auto* base = std::get_if<BasePart>(&entry.what))
        return begun(Kind::base_part, entry).number(base->part).number(base->parts).text(base->bytes).take();
    if (const auto* batch = std::get_if<Batch>(&entry.what))
        return begun(Kind::batch, entry).number(batch->from).number(batch->to).text(batch->records).take();
    const auto& file = std::get<HallFile>(entry.what);
    return begun(Kind::hall_file, entry)
        .text(file.name)
        .text(file.content)
        .number(file.is_there ? 1 : 0)
        .take();
}

std::optional<Entry> entry_from(std::string_view text) {
    BytesIn bytes(text);
    const auto kind = static_cast<Kind>(bytes.number());
    Entry entry{static_cast<Epoch>(bytes.number()), bytes.number(), {}};
    if (kind == Kind::base_part)
        entry.what = BasePart{bytes.number(), bytes.number(), std::string(bytes.text())};
    else if (kind == Kind::batch)
        entry.what = Batch{bytes.number(), bytes.number(), std::string(bytes.text())};
    else if (kind == Kind::hall_file)
        entry.what = HallFile{std::string(bytes.text()), std::string(bytes.text()), bytes.number() == 1};
    else
        return std::nullopt;
    return whole(bytes, std::move(entry));
}

std::string to_bytes(const Serving& serving) {
    return begun(Kind::serving).number(serving.epoch).number(serving.run).number(serving.position).take();
}

std::optional<Serving> serving_from(std::string_view text) {
    BytesIn bytes(text);
    if (static_cast<Kind>(bytes.number()) != Kind::serving) return std::nullopt;
    return whole(bytes, Serving{static_cast<Epoch>(bytes.number()), bytes.number(), bytes.number()});
}

std::string to_bytes(const Holding& holding) {
    return begun(Kind::holding)
        .number(holding.run)
        .number(holding.position)
        .number(holding.wants_base ? 1 : 0)
        .text(holding.computer)
        .take();
}

std::optional<Holding> holding_from(std::string_view text) {
    BytesIn bytes(text);
    if (static_cast<Kind>(bytes.number()) != Kind::holding) return std::nullopt;
    return whole(bytes,
                 Holding{bytes.number(), bytes.number(), bytes.number() == 1, std::string(bytes.text())});
}

} // namespace adoube::standby
