// What a broker sends to a display: a subject, a version and a text, a line each, again and again. Whatever
// it is, nothing but a game that a hall could have is shown, and it reads back as it was.

#include "daemon/stream/event_stream.hpp"
#include "daemon/boost/parse_json.hpp"
#include "daemon/stream/game_message.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace adoube;

namespace {

std::string_view line(std::string_view& text) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto first = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return first;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    stream::EventStream heard("e");
    heard.caught_up();
    for (std::int64_t ms = 0; !text.empty(); ++ms) {
        const auto subject = line(text), version = line(text), message = line(text);
        heard.heard(subject, stream::version_from(version).value_or(stream::Version{}), message,
                    {UtcMs(ms), ms});
        for (const auto& change : heard.take_changes()) {
            const auto* game = std::get_if<stream::EventStream::Game>(&change);
            if (!game) continue;
            const auto again = stream::game_from(parse_json(stream::to_message(game->game)).value());
            adoube::fuzz::promise(again.has_value() && *again == game->game,
                                  "a game is read as it was written");
        }
    }
    (void)heard.halls({UtcMs(0), 0});
    return 0;
}
