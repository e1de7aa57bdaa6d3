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

StoredInput input_in(Bytes& bytes, Lines lines) {
    StoredInput input;
    input.game = static_cast<std::int64_t>(bytes.number());
    input.n = static_cast<std::int64_t>(bytes.number());
    input.host_utc_ms = UtcMs(unfolded(bytes.number()));
    const auto from = bytes.number();
    if (from > static_cast<std::uint64_t>(From::board_numbered)) bytes.spoil();
    if (from != static_cast<std::uint64_t>(From::nobody)) {
        auto& source = input.source.emplace();
        source.board = static_cast<std::int64_t>(bytes.number());
        source.board_us = BoardUs(bytes.number());
        if (from == static_cast<std::uint64_t>(From::board_numbered)) source.sequence = bytes.small_number();
    }
    const auto line = bytes.text();
    if (lines == Lines::read) input.line = line;
    return input;
}

} // namespace

void append_to(std::string& bytes, const StoredInput& input) {
    const auto number = [&](auto each) { append_number(bytes, static_cast<std::uint64_t>(each)); };
    number(input.game);
    number(input.n);
    number(folded(input.host_utc_ms.count()));
    const auto& source = input.source;
    number(!source ? From::nobody : source->sequence ? From::board_numbered : From::board);
    if (source) {
        number(source->board);
        number(source->board_us.count());
        if (source->sequence) number(*source->sequence);
    }
    number(input.line.size());
    bytes += input.line;
}

std::optional<std::vector<StoredInput>> parse_inputs(std::string_view bytes, Lines lines) {
    std::vector<StoredInput> inputs;
    Bytes left(bytes);
    while (!left.at_end()) inputs.push_back(input_in(left, lines));
    return left.good() ? std::optional(std::move(inputs)) : std::nullopt;
}

} // namespace adoube::journal
