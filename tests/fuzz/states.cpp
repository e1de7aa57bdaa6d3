// Any bytes from a board that tells states alone: each message is decoded or refused with a sentence, however
// the stream is cut, and after a few whole messages one is read. The driver is not confused by them either.

#include "daemon/drivers/certabo/lines.hpp"
#include "daemon/drivers/chessnut/reports.hpp"
#include "daemon/drivers/driver.hpp"
#include "daemon/drivers/millennium/messages.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <string>

using namespace adoube;
using fuzz::promise;

namespace {

using Bytes = std::span<const std::uint8_t>;

struct Read {
    std::size_t good = 0, bad = 0;
    friend bool operator==(const Read&, const Read&) = default;
};

template<class Decoder>
Read read(Decoder& decoder, Bytes bytes, std::size_t piece) {
    Read count;
    while (!bytes.empty()) {
        const auto part = bytes.first(std::min(piece, bytes.size()));
        for (const auto& result : decoder.feed(part)) {
            if (!result) fuzz::promise_sentence(result.error());
            ++(result ? count.good : count.bad);
        }
        bytes = bytes.subspan(part.size());
    }
    return count;
}

template<class Decoder>
void decode(Bytes bytes, const std::string& whole) {
    Decoder at_once, by_bytes;
    promise(read(at_once, bytes, bytes.size() + 1) == read(by_bytes, bytes, 1),
            "cutting the stream changes nothing");
    const Bytes next(reinterpret_cast<const std::uint8_t*>(whole.data()), whole.size());
    std::size_t good = 0;
    for (int n = 0; n < 3; ++n) good += read(at_once, next, next.size()).good;
    promise(good > 0, "of the next whole messages one is read");
}

/// A listener that asks no questions.
void drive(drivers::Maker maker, Bytes bytes) {
    const auto driver = drivers::make_driver(maker, "port");
    SteadyUs now_us(1'000'000);
    driver->opened(now_us);
    while (!bytes.empty()) {
        const auto part = bytes.first(std::min<std::size_t>(40, bytes.size()));
        driver->received(part, now_us += 30'000);
        driver->tick(now_us);
        (void)driver->take_bytes();
        for (const auto& news : driver->take_news())
            if (const auto* arrived = std::get_if<drivers::Arrived>(&news))
                driver->follow({arrived->hello.next_seq, arrived->hello.next_seq});
        bytes = bytes.subspan(part.size());
    }
    promise(!driver->account().empty(), "what went wrong is accounted for");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes(data, size);
    decode<drivers::millennium::Decoder>(
        bytes, drivers::millennium::encoded("s" + std::string(32, '.') + std::string(32, 'p')));
    decode<drivers::chessnut::Decoder>(bytes, std::string("\x01\x3d", 2) + std::string(61, '\0'));
    decode<drivers::certabo::Decoder>(bytes, ":0 0 0 0 0 0 255 255\r\n");
    for (const auto& boards : drivers::makers)
        if (boards.maker != drivers::Maker::adoube && boards.maker != drivers::Maker::dgt)
            drive(boards.maker, bytes);
    return 0;
}
