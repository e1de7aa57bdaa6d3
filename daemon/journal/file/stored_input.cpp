#include "daemon/journal/file/stored_input.hpp"

#include <limits>

namespace adoube::journal {
namespace {

enum class From : std::uint8_t { nobody, board, board_numbered };

/// LEB128 (DWARF 5, 7.6).
void append_number(std::string& bytes, std::uint64_t number) {
    for (; number > 0x7f; number >>= 7) bytes += static_cast<char>(number | 0x80);
    bytes += static_cast<char>(number);
}

/// Small also where it is negative.
std::uint64_t folded(std::int64_t number) {
    const auto bits = static_cast<std::uint64_t>(number);
    return number < 0 ? ~(bits << 1) : bits << 1;
}
std::int64_t unfolded(std::uint64_t bits) {
    return static_cast<std::int64_t>((bits & 1) != 0 ? ~(bits >> 1) : bits >> 1);
}

class Bytes {
  public:
    explicit Bytes(std::string_view bytes) : left_(bytes) {}
    bool at_end() const { return left_.empty() || !good_; }
    bool good() const { return good_; }

    std::uint64_t number() {
        std::uint64_t number = 0;
        for (unsigned shift = 0; good_; shift += 7) {
            good_ = !left_.empty() && shift < 64;
            if (!good_) break;
            const auto byte = static_cast<unsigned char>(left_.front());
            left_.remove_prefix(1);
            number |= std::uint64_t{byte & 0x7fU} << shift;
            if (byte < 0x80) return number;
        }
        return 0;
    }
    std::uint32_t small_number() {
        const auto all = number();
        good_ &= all <= std::numeric_limits<std::uint32_t>::max();
        return static_cast<std::uint32_t>(all);
    }
    std::string_view text() {
        const auto size = number();
        good_ &= size <= left_.size();
        if (!good_) return {};
        const auto text = left_.substr(0, size);
        left_.remove_prefix(size);
        return text;
    }
    void spoil() { good_ = false; }

  private:
    std::string_view left_;
    bool good_ = true;
};

/// Of numbers that may be of any size, and wrap.
std::uint64_t between(std::uint64_t before, std::uint64_t now) {
    return folded(static_cast<std::int64_t>(now - before));
}
std::uint64_t beyond(std::uint64_t before, std::uint64_t difference) {
    return before + static_cast<std::uint64_t>(unfolded(difference));
}

From from(const StoredInput& input) {
    if (!input.source) return From::nobody;
    return input.source->sequence ? From::board_numbered : From::board;
}

From from_in(Bytes& bytes) {
    const auto from = bytes.number();
    if (from > static_cast<std::uint64_t>(From::board_numbered)) bytes.spoil();
    return static_cast<From>(from);
}

void take_line(StoredInput& input, Bytes& bytes, Lines lines) {
    const auto line = bytes.text();
    if (lines == Lines::read) input.line = line;
}

StoredInput input_in(Bytes& bytes, Lines lines) {
    StoredInput input;
    input.game = static_cast<std::int64_t>(bytes.number());
    input.n = static_cast<std::int64_t>(bytes.number());
    input.host_utc_ms = UtcMs(unfolded(bytes.number()));
    const auto from = from_in(bytes);
    if (from != From::nobody) {
        auto& source = input.source.emplace();
        source.board = static_cast<std::int64_t>(bytes.number());
        source.board_us = BoardUs(bytes.number());
        if (from == From::board_numbered) source.sequence = bytes.small_number();
    }
    take_line(input, bytes, lines);
    return input;
}

StoredInput input_after(const StoredInput& before, Bytes& bytes, Lines lines) {
    const auto number = [&](auto last) { return beyond(static_cast<std::uint64_t>(last), bytes.number()); };
    StoredInput input;
    input.game = static_cast<std::int64_t>(number(before.game));
    input.n = static_cast<std::int64_t>(number(before.n));
    input.host_utc_ms = UtcMs(static_cast<std::int64_t>(number(before.host_utc_ms.count())));
    const auto from = from_in(bytes);
    if (from != From::nobody) {
        const auto last = before.source.value_or(InputSource{});
        auto& source = input.source.emplace();
        source.board = static_cast<std::int64_t>(number(last.board));
        source.board_us = BoardUs(number(last.board_us.count()));
        if (from == From::board_numbered)
            source.sequence = static_cast<std::uint32_t>(number(last.sequence.value_or(0)));
    }
    take_line(input, bytes, lines);
    return input;
}

} // namespace

void append_to(std::string& bytes, const StoredInput& input) {
    const auto number = [&](auto each) { append_number(bytes, static_cast<std::uint64_t>(each)); };
    number(input.game);
    number(input.n);
    number(folded(input.host_utc_ms.count()));
    number(from(input));
    if (const auto& source = input.source) {
        number(source->board);
        number(source->board_us.count());
        if (source->sequence) number(*source->sequence);
    }
    number(input.line.size());
    bytes += input.line;
}

void append_after(const StoredInput& before, std::string& bytes, const StoredInput& input) {
    const auto number = [&](auto last, auto each) {
        append_number(bytes, between(static_cast<std::uint64_t>(last), static_cast<std::uint64_t>(each)));
    };
    number(before.game, input.game);
    number(before.n, input.n);
    number(before.host_utc_ms.count(), input.host_utc_ms.count());
    append_number(bytes, static_cast<std::uint64_t>(from(input)));
    if (const auto& source = input.source) {
        const auto last = before.source.value_or(InputSource{});
        number(last.board, source->board);
        number(last.board_us.count(), source->board_us.count());
        if (source->sequence) number(last.sequence.value_or(0), *source->sequence);
    }
    append_number(bytes, input.line.size());
    bytes += input.line;
}

std::optional<std::vector<StoredInput>> parse_inputs(std::string_view bytes, Lines lines) {
    std::vector<StoredInput> inputs;
    Bytes left(bytes);
    while (!left.at_end()) inputs.push_back(input_in(left, lines));
    return left.good() ? std::optional(std::move(inputs)) : std::nullopt;
}

std::optional<std::vector<StoredInput>> parse_run(std::string_view bytes, Lines lines) {
    std::vector<StoredInput> inputs;
    Bytes left(bytes);
    while (!left.at_end()) {
        auto input = input_after(inputs.empty() ? StoredInput{} : inputs.back(), left, lines);
        inputs.push_back(std::move(input));
    }
    return left.good() ? std::optional(std::move(inputs)) : std::nullopt;
}

} // namespace adoube::journal
