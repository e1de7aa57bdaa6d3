#include "tools/adoube/board/info.hpp"

#include "daemon/drivers/known_clocks.hpp"
#include "tools/adoube/board/conversation.hpp"
#include "tools/adoube/board/info_json.hpp"
#include "tools/adoube/board/info_words.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/progress.hpp"

#include <boost/json.hpp>

#include <ostream>

namespace adoube::tools {
namespace {

using namespace std::chrono_literals;

constexpr auto longest_watch = 15s; // drift takes ten to show

using Done = std::expected<void, std::string>;

template<class Known>
Done listen(Conversation& board, Told& told, std::chrono::seconds longest, Known&& known,
            const Steps& steps = {}) {
    const auto begin = std::chrono::steady_clock::now();
    for (auto at = begin; !known() && at < begin + longest; at = std::chrono::steady_clock::now()) {
        if (steps)
            steps(static_cast<std::size_t>((at - begin) / 1ms), static_cast<std::size_t>(longest / 1ms));
        const auto news = board.next(100ms);
        if (!news) return std::unexpected(news.error());
        if (*news) told.take(**news);
    }
    return {};
}

Done ask_ours(Conversation& board, Told& told, bool drift, const Steps& steps) {
    const auto& session = *board.session();
    const auto known = [&] {
        return session.health().boot_id != 0 && session.clock().fitted() &&
               (!drift || session.clock().drift_ppm());
    };
    const auto longest = drift ? longest_watch : Conversation::longest_answer;
    if (const auto heard = listen(board, told, longest, known, steps); !heard) return heard;
    // Sent after the health and the condition.
    (void)listen(board, told, 1s, [&] { return told.chip.has_value(); });
    return {};
}

Done ask_others(Conversation& board, Told& told) {
    board.driver().ask_about_maker();
    return listen(board, told, Conversation::longest_answer, [&] {
        return told.squares && (told.clock || told.clock_is_missing) && !told.maker.empty();
    });
}

} // namespace

int run_board_info(const BoardInfoOptions& options, Streams io) {
    const auto port = board::port_from(options.port);
    if (!port) return say(io.err, "adoube: " + port.error()), bad_input;
    Conversation board(*port, Conversation::Events::stay);
    const auto arrived = board.begin();
    if (!arrived) return say(io.err, "adoube: " + arrived.error()), bad_input;
    Told told{arrived->hello};
    const auto* session = board.session();
    const auto asked = [&] {
        Progress progress(io, options.json);
        return session ? ask_ours(board, told, options.drift, progress.steps("its clock is watched"))
                       : ask_others(board, told);
    }();
    if (!asked) return say(io.err, "adoube: " + asked.error()), bad_input;
    const auto account = account_of(*port);
    if (options.json) {
        auto object = session ? json_of_ours(told, *session) : json_of_others(told);
        object["usb"] = account.empty() ? boost::json::value() : boost::json::value(account);
        put_json(io.out, object);
        return success;
    }
    session ? print_ours(io.out, told, *session)
            : print_of_others(io.out, told, drivers::knows_clock(port->maker));
    if (!account.empty()) say(io.out, "USB        " + account);
    return success;
}

} // namespace adoube::tools
