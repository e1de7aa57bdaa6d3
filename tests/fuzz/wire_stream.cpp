// Any bytes to both readers, whole and bytewise: the same frames, each counted once.

#include "protocol/receiver.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <vector>

using namespace adoube::wire;
using adoube::fuzz::promise;

namespace {

struct Result {
    std::vector<std::uint8_t> payloads;
    FrameCounters frames;
    MessageCounters messages;
};

template<class Accepts>
Result read(std::span<const std::uint8_t> bytes, std::size_t piece) {
    Receiver<Accepts> receiver;
    Result result;
    while (!bytes.empty()) {
        const auto part = bytes.first(std::min(piece, bytes.size()));
        receiver.feed(part, [&](const auto& message) {
            std::array<std::uint8_t, max_payload> payload{};
            const std::size_t length = encode(message, payload);
            result.payloads.insert(result.payloads.end(), payload.begin(),
                                   payload.begin() + static_cast<std::ptrdiff_t>(length));
        });
        bytes = bytes.subspan(part.size());
    }
    result.frames = receiver.frames();
    result.messages = receiver.messages();
    return result;
}

template<class Accepts>
void compare(std::span<const std::uint8_t> bytes) {
    const Result whole = read<Accepts>(bytes, bytes.size());
    const Result pieces = read<Accepts>(bytes, 1);
    promise(whole.payloads == pieces.payloads, "cutting the stream changes nothing");
    promise(whole.frames.good == pieces.frames.good && whole.frames.bad() == pieces.frames.bad(),
            "cutting the stream changes no counter");
    promise(whole.frames.good == whole.messages.good + whole.messages.bad(),
            "each good frame is counted once");
    std::size_t ended = 0;
    for (std::size_t at = 1; at < bytes.size(); ++at) ended += bytes[at] == 0 && bytes[at - 1] != 0;
    promise(ended == whole.frames.good + whole.frames.bad(),
            "each run of bytes before a zero is counted once");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    compare<FromBoard>({data, size});
    compare<FromHost>({data, size});
    return 0;
}
