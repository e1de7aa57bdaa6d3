#include "tools/adoube/live/watch.hpp"

#include "daemon/boost/parse_json.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/interrupt.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/live/inbox.hpp"
#include "tools/adoube/live/screen.hpp"
#include "tools/adoube/live/terminal.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace adoube::tools {
namespace {

namespace json = boost::json;

UtcMs wall_clock() {
    using namespace std::chrono;
    return UtcMs(duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count());
}

/// Returns only when retrying is useless. `take` hands the message on to `hall`.
std::string follow(const Feed& feed, const HallState& hall, std::ostream& err,
                   const std::function<void(const std::string&)>& take) {
    std::string trouble;
    bool is_connected = false;
    while (true) {
        const auto end = feed(hall.resume(), [&](const std::string& message) {
            if (!std::exchange(is_connected, true)) say(err, "connected") << std::flush;
            trouble.clear();
            take(message);
        });
        if (end.for_good) return end.why;
        is_connected = false;
        if (std::exchange(trouble, end.why) != end.why) say(err, end.why + "; trying again") << std::flush;
        std::this_thread::sleep_for(std::chrono::seconds(1));
    }
}

std::string tell_lines(const Feed& feed, const std::set<int>& only, Streams io) {
    HallState hall;
    return follow(feed, hall, io.err, [&](const std::string& message) {
        const auto before = hall.boards();
        for (const int number : hall.take(message)) {
            if (!only.empty() && !only.contains(number)) continue;
            const auto known = before.find(number);
            for (const auto& line :
                 news(known == before.end() ? nullptr : &known->second, hall.boards().at(number)))
                say(io.out, "board " + std::to_string(number) + ": " + line) << std::flush;
        }
    });
}

std::string tell_json(const Feed& feed, const std::set<int>& only, Streams io) {
    HallState hall;
    return follow(feed, hall, io.err, [&](const std::string& message) {
        hall.take(message);
        if (const auto line = feed_line(message, only); !line.empty()) io.out << line << std::endl;
    });
}

class Screen {
  public:
    Screen(const WatchOptions& options, const Feed& feed) : inbox_(Inbox::start(feed)) {
        view_.only = {options.boards.begin(), options.boards.end()};
        view_.figurines = options.figurines;
        view_.connection = "connecting …";
        if (options.boards.size() == 1) {
            view_.chosen = options.boards.front();
            view_.opened = true;
        }
    }

    /// Until it is ended: then empty; or why the feed ended for good.
    std::string run() {
        const Interrupt interrupt;
        Terminal terminal;
        std::string keys;
        while (!interrupt.came()) {
            take_news();
            for (const auto key : keys_in(keys))
                if (!act(key)) return {};
            if (!ended_.empty()) return ended_;
            const auto now = wall_clock() + skew_ms_;
            if (terminal.resized()) shown_.clear();
            if (noted_until_ < now) std::exchange(noted_until_, UtcMs::max()), view_.connection.clear();
            auto frame = frame_of(hall_, view_, terminal.size(), now);
            terminal.write(painted(shown_, frame, in_colour_));
            shown_ = std::move(frame);
            terminal.wait(inbox_->wakes(), 1000 - static_cast<int>(now.count() % 1000), keys);
        }
        return {};
    }

  private:
    void take_news() {
        for (const auto& event : inbox_->take()) {
            if (const auto* const end = std::get_if<HallClient::End>(&event)) {
                view_.connection = end->why + "; trying again";
                noted_until_ = UtcMs::max();
                is_connected_ = false;
                if (end->for_good) ended_ = end->why;
                continue;
            }
            hall_.take(std::get<std::string>(event));
            if (const auto told = hall_.told_now()) skew_ms_ = *told - wall_clock();
            if (!std::exchange(is_connected_, true)) {
                view_.connection = was_connected_ ? "connected again" : "";
                was_connected_ = true;
                noted_until_ = wall_clock() + skew_ms_ + 5000;
            }
        }
        inbox_->resume_at(hall_.resume());
    }

    /// False: the end.
    bool act(Key key) {
        const auto numbers = shown_boards(hall_, view_, wall_clock() + skew_ms_);
        const auto at = std::ranges::find(numbers, view_.chosen);
        if (key == Key::back && !view_.opened) return false;
        if (key == Key::back) view_.opened = false;
        if (key == Key::figurines) view_.figurines = !view_.figurines;
        if (key == Key::open && at != numbers.end()) view_.opened = true;
        if (numbers.empty() || (key != Key::up && key != Key::down)) return true;
        if (at == numbers.end())
            view_.chosen = key == Key::down ? numbers.front() : numbers.back();
        else if (key == Key::down && at + 1 != numbers.end())
            view_.chosen = *(at + 1);
        else if (key == Key::up && at != numbers.begin())
            view_.chosen = *(at - 1);
        return true;
    }

    std::shared_ptr<Inbox> inbox_;
    HallState hall_;
    View view_;
    Frame shown_;
    bool in_colour_ = may_use_colour();
    bool is_connected_ = false, was_connected_ = false;
    std::string ended_;
    std::int64_t skew_ms_ = 0;
    UtcMs noted_until_ = UtcMs::max();
};

} // namespace

std::string feed_line(const std::string& message, const std::set<int>& boards) {
    if (boards.empty()) return message;
    auto value = parse_json(message);
    auto* const told = value ? value->if_object() : nullptr;
    if (!told) return {};
    const auto is_meant = [&](const json::value& board) {
        const auto* const object = board.if_object();
        const auto* const number = object ? object->if_contains("board") : nullptr;
        return number && number->is_int64() && boards.contains(static_cast<int>(number->get_int64()));
    };
    auto* const all = told->if_contains("boards");
    if (!all || !all->is_array()) return is_meant(*value) ? message : std::string();
    json::array kept;
    std::ranges::copy_if(all->get_array(), std::back_inserter(kept), is_meant);
    *all = std::move(kept);
    return json::serialize(*told);
}

int run_watch(const WatchOptions& options, Streams io) {
    const auto refuse = [&](const std::string& sentence) {
        say(io.err, "adoube watch: " + sentence);
        return bad_input;
    };
    const auto feed = feed_of(options.control, options.hall);
    if (!feed) return refuse(feed.error());
    const std::set<int> only(options.boards.begin(), options.boards.end());
    if (options.json) return refuse(tell_json(*feed, only, io));
    if (options.lines || !is_screen()) return refuse(tell_lines(*feed, only, io));
    const auto why = Screen(options, *feed).run();
    return why.empty() ? success : refuse(why);
}

} // namespace adoube::tools
