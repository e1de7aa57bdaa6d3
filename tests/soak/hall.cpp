#include "hall.hpp"

#include "tests/places.hpp"

#include "daemon/broadcast/live_round.hpp"
#include "daemon/server/pdf_sheets.hpp"
#include "judge.hpp"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <sys/resource.h>
#include <unistd.h>

namespace adoube::soak {
namespace {

constexpr RealTime second_us = 1'000'000, turn_us = 2'000;
constexpr int delay_s = 2;

// The daemon is warm after warm_after_s. Then it may grow by what it keeps of each game for ever (its id, in
// a few places, and its PGN file's hash), by the pages of games that leave their board, until there are as
// many as it ever keeps, by the sheets that it has drawn for readers and keeps, and by 6 MiB, the variation
// of a leak-free heap within a minute or two, as records queue on a slow disk or machine. That is a step,
// and a leak continues: each half must show it. A leak of 1 KiB per reconnected cable hides in six minutes
// and shows in an hour; a descriptor leak shows at once.
constexpr double warm_after_s = 120, least_judged_s = 180;
constexpr double bytes_per_game = 1'024, bytes_per_page = 12 * 1'024, heap_bytes = 6 * 1'024 * 1'024;
constexpr double mib = 1 << 20;
// Whoever reads pages shares two processors with the boards and everybody else.
constexpr std::uint32_t quick_us = 300'000, longest_us = 5'000'000;
constexpr double longest_start_s = 20;
/// One game of the past comes back in each turn of the daemon, at least: a tenth of a second and what a game
/// takes on a machine with other work.
double longest_recall_s(std::size_t games) { return 0.2 * static_cast<double>(games) + 30; }

/// One loopback address per board, of this process alone: nobody else takes the port while the cable is out.
std::string tcp_port(std::size_t board) {
    const auto process = static_cast<unsigned>(::getpid());
    return "tcp:127." + std::to_string(1 + process / 250 % 250) + '.' + std::to_string(process % 250) + '.' +
           std::to_string(1 + board % 250) + ':' + std::to_string(4'000 + 1'000 * (board / 250));
}

std::filesystem::path own_folder() {
    auto name = (std::filesystem::temp_directory_path() / "adoube-soak-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error(name + " cannot be made: give a --folder");
    return name;
}

void tell_percentiles(const std::string& what, std::vector<std::uint32_t> us) {
    if (us.empty()) return;
    std::ranges::sort(us);
    const auto at = [&](double part) {
        return static_cast<double>(us[static_cast<std::size_t>(part * static_cast<double>(us.size() - 1))]) /
               1000;
    };
    std::cout << what << ", ms: half " << at(0.5) << ", 90% " << at(0.9) << ", 99% " << at(0.99) << ", 99.9% "
              << at(0.999) << ", longest " << at(1) << "  (" << us.size() << ")\n";
}

double own_processor_s() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

} // namespace

Hall::Hall(const Options& options)
    : options_(options), source_({tests::project_file("tools/games"), tests::shared_data("games")}) {
    std::cout << std::fixed << std::setprecision(1);
    folder_ = options_.folder.empty() ? own_folder() : options_.folder;
    std::filesystem::create_directories(folder_);
}

std::size_t Hall::run() {
    prepare();
    start_daemon();
    find_all();
    play();
    come_to_rest();
    judge_answers();
    look_at_displays_and_descriptors();
    if (options_.past > 0) restart();
    end_daemon();
    look_at_journal();
    judge_memory();
    tell_times();
    if (faults_.count() != 0)
        std::cout << "the seed was " << options_.seed << "; the journal, its key and all files are kept in "
                  << folder_.string()
                  << ": adoube evidence export GAME there gives a game with all its inputs\n";
    else if (options_.folder.empty())
        std::filesystem::remove_all(folder_);
    return faults_.count();
}

template<class So>
bool Hall::turn_until(const std::string& what, double longest_s, So&& so) {
    const auto end = now_us() + static_cast<RealTime>(longest_s * 1e6);
    while (!so()) {
        if (now_us() > end) {
            faults_.tell(what + " within " + std::to_string(static_cast<int>(longest_s)) + " s");
            return false;
        }
        turn();
    }
    return true;
}

// --- setting up ---

void Hall::prepare() {
    for (std::size_t n = 0; n < options_.boards; ++n)
        ports_.push_back(n % 2 == 0 ? tcp_port(n) : "pty:" + path("board-" + std::to_string(n + 1)).string());
    std::ofstream config(path("hall.toml"));
    config << "listen = \"127.0.0.1:0\"\njournal = \"hall.journal\"\nevidence_key = \"hall.key\"\n"
           << "control = \"control\"\npgn_directory = \"pgn\"\ndelay_s = " << delay_s
           << "\n[event]\nname = \"soak\"\n[play]\ntime_control = \"5400+30\"\n";
    for (std::size_t n = 1; n <= options_.boards; ++n)
        config << "[[board]]\nport = \"" << ports_[n - 1] << "\"\nwhite = \"White 1 at " << n
               << "\"\nblack = \"Black 1 at " << n << "\"\n";
    if (options_.past > 0)
        past_ = write_past(path("hall.journal"), options_.past, options_.boards, source_, options_.seed);
}

void Hall::start_daemon() {
    daemon_ = std::make_unique<tests::Process>(
        std::vector<std::string>{tests::program("adoubed"), "--config", path("hall.toml").string()},
        path("log-" + std::to_string(++starts_)));
    const std::string serving = "serving http://127.0.0.1:";
    if (!daemon_->wait_for_output(serving)) throw std::runtime_error(daemon_->output());
    const auto output = daemon_->output();
    http_port_ = static_cast<std::uint16_t>(std::stoi(output.substr(output.find(serving) + serving.size())));
}

void Hall::seat_all() {
    std::mt19937_64 random(options_.seed);
    for (std::size_t n = 0; n < options_.boards; ++n) {
        constexpr wire::Sensing sensing[] = {wire::Sensing::presence, wire::Sensing::colour,
                                             wire::Sensing::identity};
        Seat seat;
        seat.board = std::make_unique<Board>(n + 1, sensing[n % 3], options_.speed, n % 4 == 0 ? 2'000 : 0);
        seat.hands = std::make_unique<Hands>(static_cast<int>(n + 1), *seat.board, source_, *control_,
                                             faults_, random(), past_.rounds + 1);
        seat.port = n;
        seats_.push_back(std::move(seat));
    }
    cables_ = std::make_unique<Cables>(ports_, *control_, faults_, random());
    for (std::size_t n = 0; n < options_.displays; ++n) {
        using enum Viewer::Habit;
        const auto habit = n == 0 ? stays : n % 4 == 1 ? slow : n % 10 == 2 ? reads_nothing : passes_by;
        displays_.push_back(
            std::make_unique<Viewer>(http_port_, habit, static_cast<std::uint32_t>(random()), faults_));
    }
}

void Hall::find_all() {
    control_ = std::make_unique<Control>(path("control").string());
    seat_all();
    const auto all_found = [&] {
        return cables_->plug_all(seats_, now_us()) &&
               std::ranges::all_of(seats_, [](const Seat& seat) { return seat.board->followed(); });
    };
    if (!turn_until("not every board was found", 120, all_found))
        throw std::runtime_error("no hall to play in");
    descriptors_ = descriptors(daemon_->pid());
}

// --- playing ---

void Hall::act(std::size_t n, RealTime now) {
    auto& board = *seats_[n].board;
    if (!board.on()) return;
    if (playing_)
        seats_[n].hands->act(now);
    else
        board.pass(now);
    board.talk(now);
    std::ranges::move(board.take_delays(), std::back_inserter(to_journal_us_));
    seats_[n].wake_us = board.wake_us(now);
    if (playing_) seats_[n].wake_us = std::min(seats_[n].wake_us, seats_[n].hands->wake_us(now));
}

void Hall::turn() {
    static RealTime turned = 0;
    if (const auto now = now_us(); now < turned + turn_us)
        ::usleep(static_cast<useconds_t>(turned + turn_us - now));
    turned = now_us();
    std::vector<pollfd> waited_for;
    control_->watch(waited_for);
    std::vector<std::size_t> ends;
    for (const auto& seat : seats_) {
        seat.board->watch(waited_for);
        ends.push_back(waited_for.size());
    }
    for (const auto& display : displays_) display->watch(waited_for);
    ::poll(waited_for.data(), waited_for.size(), 0);
    const auto now = now_us();
    control_->attend();
    std::size_t at = 1;
    for (std::size_t n = 0; n < seats_.size(); ++n) {
        bool due = now >= seats_[n].wake_us;
        for (; at < ends[n]; ++at) due = due || waited_for[at].revents != 0;
        if (due) act(n, now);
    }
    if (playing_) cables_->act(seats_, now);
    for (auto& display : displays_) {
        const bool ready = waited_for[at++].revents != 0;
        if (playing_ && (ready || now >= display->wake_us())) display->act(now);
    }
    if (playing_) sample(now);
}

void Hall::sample(RealTime now) {
    if (now < sampled_ + 2 * second_us) return;
    sampled_ = now;
    memory_.push_back(
        {static_cast<double>(now - began_) * 1e-6, static_cast<double>(anonymous_bytes(daemon_->pid()))});
    if (warm_s_ == 0 && memory_.back().t_s >= warm_after_s) {
        warm_s_ = memory_.back().t_s;
        games_when_warm_ = games().size();
    }
    if (!daemon_->running()) throw std::runtime_error("the daemon has ended:\n" + daemon_->output());
    tell_progress(now);
}

void Hall::tell_progress(RealTime now) {
    if (now < told_ + 30 * second_us) return;
    told_ = now;
    std::size_t plies = 0;
    for (const auto* game : games()) plies += game->landed.size();
    std::cout << static_cast<double>(now - began_) * 1e-6 << " s: " << games().size() << " games, " << plies
              << " plies, " << cables_->counts().pulled << " cables pulled, " << memory_.back().bytes / mib
              << " MiB, " << processor_s(daemon_->pid()) - processor_at_start_s_ << " s of a processor, "
              << own_processor_s() << " s here" << std::endl;
}

/// As a hall is that has not just begun: until then the daemon's memory grows by these games.
void Hall::wait_for_past() {
    const auto past = kept_past();
    RealTime looked = 0;
    turn_until("not every game of the past came back", longest_recall_s(past.size()),
               [&] { return now_us() >= looked + second_us && (looked = now_us(), are_listed(past)); });
}

void Hall::play() {
    if (options_.past > 0) wait_for_past();
    processor_at_start_s_ = processor_s(daemon_->pid());
    began_ = now_us();
    playing_ = true;
    cables_->begin(seats_, began_);
    if (options_.past > 0) {
        std::vector<std::string> ids; // of the newer half, none of which goes
        for (auto at = past_.games.size() / 2; at < past_.games.size(); ++at)
            ids.push_back(past_.games[at].id);
        reader_.emplace(http_port_, std::move(ids), options_.seed);
    }
    const auto end = began_ + static_cast<RealTime>(options_.minutes * 60e6);
    while (now_us() < end) turn();
}

std::vector<const Expected*> Hall::games() const {
    std::vector<const Expected*> all;
    for (const auto& seat : seats_)
        for (const auto& game : seat.hands->games()) all.push_back(&game);
    return all;
}

// --- coming to rest ---

void Hall::come_to_rest() {
    cables_->end();
    for (auto& seat : seats_) seat.hands->ask_to_stop();
    const auto at_rest = [](const Seat& seat) {
        return !seat.out && seat.hands->stopped() && seat.board->on() && seat.board->followed() &&
               seat.board->settled();
    };
    turn_until("not every board came to rest, all of it in the journal,", 600,
               [&] { return std::ranges::all_of(seats_, at_rest); });
    for (const auto& seat : seats_)
        if (!at_rest(seat))
            faults_.tell(seat.hands->account() + (seat.out ? "; its cable is out" : "") +
                         (seat.board->followed() ? "" : "; it is not followed"));
    std::size_t right = 0;
    auto all = games();
    std::ranges::copy(kept_past(), std::back_inserter(all));
    turn_until("not every PGN file was right", 60, [&] {
        while (right < all.size() && pgn_is_right(path("pgn"), *all[right])) ++right;
        return right == all.size();
    });
    check_pgn(path("pgn"), all, past_.games, faults_);
}

// --- the past ---

std::vector<const Expected*> Hall::kept_past() const {
    const auto left = games().size() - seats_.size(); // their boards
    const auto most = std::max(left, broadcast::LiveRound::past_games) - left;
    std::vector<const Expected*> kept;
    for (auto game = past_.games.rbegin(); game != past_.games.rend() && kept.size() < most; ++game)
        kept.push_back(&*game);
    return kept;
}

bool Hall::are_listed(const std::vector<const Expected*>& wanted) const {
    const auto list = read_at(http_port_, "/games.json").body;
    return std::ranges::all_of(wanted, [&](const Expected* game) {
        return list.find("\"id\":\"" + game->id + "\"") != std::string::npos;
    });
}

void Hall::judge_answers() {
    if (!reader_) return;
    std::vector<std::uint32_t> took_us;
    for (const auto& answer : reader_->end()) {
        took_us.push_back(answer.took_us);
        if (answer.status != 200)
            faults_.tell(answer.address + " was answered with " + std::to_string(answer.status));
        if (answer.took_us > longest_us) faults_.tell(answer.address + " came after more than 5 s");
    }
    const auto slow = std::ranges::count_if(took_us, [](auto us) { return us > quick_us; });
    if (10 * static_cast<std::size_t>(slow) > took_us.size())
        faults_.tell("of " + std::to_string(took_us.size()) + " pages, " + std::to_string(slow) +
                     " came after more than 0.3 s");
    tell_percentiles("from a request to the page, of a daemon with " + std::to_string(past_.games.size()) +
                         " games of the past",
                     std::move(took_us));
}

/// Killed, with all its games.
void Hall::restart() {
    auto wanted = kept_past();
    std::ranges::copy(games(), std::back_inserter(wanted));
    daemon_->signal(SIGKILL);
    daemon_->wait();
    const auto began = now_us();
    const auto since_s = [&] { return static_cast<double>(now_us() - began) * 1e-6; };
    start_daemon();
    const auto served_s = since_s();
    if (served_s > longest_start_s) faults_.tell("the daemon was back only after 20 s");
    look_at_past_pages(); // before they are all back
    while (!are_listed(wanted) && since_s() < longest_recall_s(wanted.size())) ::usleep(200'000);
    std::cout << "the daemon, killed with " << wanted.size() << " games, served after " << served_s
              << " s, and had all their pages after " << since_s() << " s\n";
    if (!are_listed(wanted)) faults_.tell("games that had a page have none after a restart");
    look_at_past_pages();
}

void Hall::look_at_past_pages() {
    constexpr std::size_t looked_at = 200;
    const auto kept = kept_past();
    const auto step = std::max<std::size_t>(1, kept.size() / looked_at);
    for (std::size_t at = 0; at < kept.size(); at += step) {
        const auto page = read_at(http_port_, "/games/" + kept[at]->id + ".pgn");
        if (const auto wrong = wrong_in_pgn(page.body, *kept[at]); !wrong.empty())
            faults_.tell("the page of " + kept[at]->id + ' ' + wrong);
        if (page.answer.took_us > longest_us) faults_.tell("the page of " + kept[at]->id + " is slow");
    }
}

void Hall::look_at_displays_and_descriptors() {
    const auto shown = [&](const Seat& seat) {
        return is_shown_right(*displays_.front(), seat.hands->games().back());
    };
    turn_until("the display did not come to show every board's last game as it was played", 30,
               [&] { return std::ranges::all_of(seats_, shown); });
    for (const auto& seat : seats_)
        if (!shown(seat))
            faults_.tell("the display does not show " + seat.hands->games().back().id + " as it was played");
    for (auto& display : displays_) display->leave();
    // The daemon needs a while to drop a display that vanished silently.
    std::map<std::string, int> now;
    const bool as_before = turn_until("the descriptors were not those of the start", 90, [&] {
        now = descriptors(daemon_->pid());
        return now == descriptors_;
    });
    if (as_before) return;
    for (const auto& [name, count] : now)
        if (descriptors_[name] != count)
            faults_.tell("the daemon holds " + std::to_string(count) + " × " + name + ", and at first " +
                         std::to_string(descriptors_[name]));
}

void Hall::end_daemon() {
    const auto used_s = processor_s(daemon_->pid()) - processor_at_start_s_;
    const auto took_s = static_cast<double>(now_us() - began_) * 1e-6;
    std::cout << "processor: daemon " << 100 * used_s / took_s << "% of one, boards and displays "
              << 100 * own_processor_s() / took_s << "%\n";
    daemon_->signal(SIGTERM);
    if (daemon_->wait() != 0) faults_.tell("the daemon did not end as it should:\n" + daemon_->output());
}

void Hall::look_at_journal() {
    std::vector<const Board*> boards;
    for (const auto& seat : seats_) boards.push_back(seat.board.get());
    check_journal(path("hall.journal"), boards, past_.games, faults_);
    for (const auto* game : games()) check_evidence(path("hall.journal"), path("hall.key"), *game, faults_);
}

double Hall::grown_between(double from_s, double to_s) const {
    const auto found = growth(memory_, from_s, to_s);
    return std::max(found.bytes_per_s * (to_s - from_s), (found.last_mean - found.first_mean) * 1.5);
}

void Hall::judge_memory() {
    const auto judged_s = options_.minutes * 60 - warm_s_;
    if (warm_s_ == 0 || judged_s < least_judged_s) {
        std::cout << "memory of the daemon: " << memory_.front().bytes / mib << " MiB at first, "
                  << memory_.back().bytes / mib << " MiB at last; too short to be judged\n";
        return;
    }
    const auto middle_s = warm_s_ + judged_s / 2, end_s = options_.minutes * 60;
    const auto found = growth(memory_, warm_s_, end_s);
    const auto grown = 2 * std::min(grown_between(warm_s_, middle_s), grown_between(middle_s, end_s));
    const auto new_games = static_cast<double>(games().size() - games_when_warm_);
    const auto most_games = options_.boards + broadcast::LiveRound::past_games;
    const auto known = past_.games.size() + games_when_warm_;
    const auto new_pages = static_cast<double>(most_games - std::min(most_games, known));
    const auto drawn_bytes = options_.past > 0 ? static_cast<double>(server::PdfLimits{}.kept_bytes) : 0;
    const auto permitted = heap_bytes + drawn_bytes + bytes_per_game * new_games +
                           bytes_per_page * std::min(new_games, new_pages);
    std::ostringstream text;
    text << std::fixed << std::setprecision(2) << "memory of the daemon: " << memory_.front().bytes / mib
         << " MiB at first; when warm, at " << warm_s_ << " s, " << found.first_mean / mib << ", at last "
         << found.last_mean / mib << "; in each half it grew at a rate of " << grown / mib
         << " for the whole, where " << permitted / mib << " are permitted";
    std::cout << text.str() << '\n';
    if (grown > permitted) faults_.tell(text.str());
}

void Hall::tell_times() {
    std::size_t plies = 0, events = 0, cuts_in_a_frame = 0;
    std::vector<std::uint32_t> to_page_us;
    for (const auto& seat : seats_) {
        cuts_in_a_frame += seat.board->cuts_in_a_frame();
        for (const auto& boot : seat.board->boots()) events += boot.events.size();
    }
    for (const auto* game : games()) {
        plies += game->landed.size();
        const auto shown = displays_.front()->games().find(game->id);
        if (shown == displays_.front()->games().end()) continue;
        for (const auto& [number, at] : shown->second.first_shown)
            if (number > 0 && number <= game->landed.size() && at > game->landed[number - 1])
                to_page_us.push_back(static_cast<std::uint32_t>(at - game->landed[number - 1]));
    }
    Viewer::Counts displays;
    for (const auto& display : displays_) {
        displays.connections += display->counts().connections;
        displays.resumed += display->counts().resumed;
        displays.messages += display->counts().messages;
        displays.sent_away += display->counts().sent_away;
        displays.cut += display->counts().cut;
    }
    const auto& cables = cables_->counts();
    std::cout << games().size() << " games, " << plies << " plies, " << events << " events\n"
              << cables.pulled << " cables pulled, " << cuts_in_a_frame << " in the middle of a frame, "
              << cables.switched_off << " with the board's power; " << cables.swapped << " swapped, "
              << cables.renamed << " put to a port of another name\n"
              << displays.connections << " displays came, " << displays.resumed
              << " went on where they were, " << displays.sent_away << " were sent away, " << displays.cut
              << " cut off; " << displays.messages << " changes shown\n";
    tell_percentiles("from the scan that sees it to the acknowledgement of what is in the journal",
                     std::move(to_journal_us_));
    tell_percentiles("from a piece's landing to the display, cables out and the delay of " +
                         std::to_string(delay_s) + " s included",
                     std::move(to_page_us));
}

} // namespace adoube::soak
