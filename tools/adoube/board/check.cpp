#include "tools/adoube/board/check.hpp"

#include "tools/adoube/board/conversation.hpp"
#include "tools/adoube/board/square_check.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/interrupt.hpp"

#include <boost/json.hpp>

#include <ostream>
#include <unistd.h>

namespace adoube::tools {
namespace {

using namespace std::chrono_literals;

/// Redraws in place on a terminal; otherwise prints what is left when it changes.
class Screen {
  public:
    Screen(std::ostream& out, bool is_terminal) : out_(out), terminal_(is_terminal) {}

    void draw(const SquareCheck& check, const std::string& told) {
        if (terminal_) return redraw(check, told);
        if (!told.empty()) out_ << told << std::endl;
        if (check.left() != shown_left_) out_ << "left: " << check.to_do() << std::endl;
        shown_left_ = check.left();
    }

  private:
    void redraw(const SquareCheck& check, const std::string& told) {
        if (lines_ != 0) out_ << "\x1b[" << lines_ << "F\x1b[J";
        const auto map = check.map();
        for (const auto& line : map) out_ << line << '\n';
        out_ << "left: " << check.to_do() << '\n' << check.to_do_now() << '\n';
        lines_ = map.size() + 2;
        if (!told.empty()) last_told_ = told;
        if (!last_told_.empty()) out_ << last_told_ << '\n', ++lines_;
        out_ << std::flush;
    }
    std::ostream& out_;
    bool terminal_;
    std::size_t lines_ = 0, shown_left_ = 0;
    std::string last_told_;
};

void begin(std::ostream& out) {
    out << "Lift a piece from every square and set one down on it, in the order a1, b1 to h8; then press "
           "both sides of "
           "the lever and every button.\n"
           "+ is tested, ? is asked for, - has a piece to lift, . waits for one, x is masked by the board. "
           "Ctrl-C ends "
           "it.\n";
}

} // namespace

int run_board_check(const BoardCheckOptions& options, Streams io) {
    const auto port = board::port_from(options.port);
    if (!port) return say(io.err, "adoube: " + port.error()), bad_input;
    Conversation board(*port, Conversation::Events::taken);
    const auto arrived = board.begin();
    if (!arrived) return say(io.err, "adoube: " + arrived.error()), bad_input;

    // The lever of a clock that is connected is no part of the board.
    const bool is_ours = board.session() != nullptr;
    SquareCheck check(is_ours ? arrived->hello.features : 0);
    auto& out = for_people(io, options.json);
    Screen screen(out, options.json ? io.err_columns > 0 : ::isatty(STDOUT_FILENO) != 0);
    begin(out);
    const Interrupt interrupt;
    bool health_known = false;
    while (!check.passed() && !interrupt.came()) {
        const auto news = board.next(200ms);
        if (!news) return say(io.err, "adoube: " + news.error()), bad_input;
        std::optional<std::string> told;
        if (*news) {
            if (const auto* event = std::get_if<drivers::EventSeen>(&**news))
                told = check.news_of(event->event);
            if (const auto* snapshot = std::get_if<drivers::SnapshotSeen>(&**news))
                check.snapshot(snapshot->squares);
        }
        if (const auto health = board.driver().health_told(); !health_known && health) {
            health_known = true;
            check.masked(health->masked);
        }
        screen.draw(check, told.value_or(""));
    }
    out << (check.passed() ? "everything works" : "not tested: " + check.to_do()) << '\n';
    if (options.json)
        put_json(io.out, boost::json::object{{"works", check.passed()}, {"not_tested", check.to_do()}});
    return check.passed() ? success : failed_check;
}

} // namespace adoube::tools
