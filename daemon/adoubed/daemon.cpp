#include "daemon/adoubed/daemon.hpp"
#include "daemon/account/local_time.hpp"

#include "daemon/adoubed/command.hpp"
#include "daemon/adoubed/confirmations.hpp"
#include "daemon/adoubed/control_socket.hpp"
#include "daemon/adoubed/cosigning.hpp"
#include "daemon/adoubed/durable_times.hpp"
#include "daemon/adoubed/event_settings.hpp"
#include "daemon/adoubed/evidence_key.hpp"
#include "daemon/adoubed/exits.hpp"
#include "daemon/adoubed/hall_files.hpp"
#include "daemon/adoubed/hall_programs.hpp"
#include "daemon/adoubed/hall_setup.hpp"
#include "daemon/adoubed/hall_tokens.hpp"
#include "daemon/adoubed/host_clock.hpp"
#include "daemon/adoubed/inquiries.hpp"
#include "daemon/adoubed/kept_clock_times.hpp"
#include "daemon/adoubed/kept_delay.hpp"
#include "daemon/adoubed/kept_event.hpp"
#include "daemon/adoubed/kept_ports.hpp"
#include "daemon/adoubed/kept_rounds.hpp"
#include "daemon/adoubed/kept_settled.hpp"
#include "daemon/adoubed/kept_standing.hpp"
#include "daemon/adoubed/kept_standings.hpp"
#include "daemon/adoubed/log.hpp"
#include "daemon/adoubed/metrics.hpp"
#include "daemon/adoubed/one_place.hpp"
#include "daemon/adoubed/open_files.hpp"
#include "daemon/adoubed/own_addresses.hpp"
#include "daemon/adoubed/pgn_writer.hpp"
#include "daemon/adoubed/published_keys.hpp"
#include "daemon/adoubed/retention.hpp"
#include "daemon/adoubed/round_files.hpp"
#include "daemon/adoubed/round_sheets.hpp"
#include "daemon/adoubed/rounds.hpp"
#include "daemon/adoubed/server_options.hpp"
#include "daemon/adoubed/service_manager.hpp"
#include "daemon/adoubed/spare_boards.hpp"
#include "daemon/adoubed/status.hpp"
#include "daemon/adoubed/time_control.hpp"
#include "daemon/adoubed/typed_game.hpp"
#include "daemon/adoubed/wall_form.hpp"
#include "daemon/adoubed/watchers.hpp"
#include "daemon/board/link.hpp"
#include "daemon/broadcast/is_game.hpp"
#include "daemon/broadcast/public_pgn.hpp"
#include "daemon/broadcast/unknown_players.hpp"
#include "daemon/evidence/game_note.hpp"
#include "daemon/gather/other_round.hpp"
#include "daemon/journal/journal.hpp"
#include "daemon/nats/hall_log_keeper.hpp"
#include "daemon/nats/hall_publisher.hpp"
#include "daemon/record/tag_of.hpp"
#include "daemon/report/hall_report.hpp"
#include "daemon/results/hall_results.hpp"
#include "daemon/round/restore.hpp"
#include "daemon/server/server.hpp"
#include "daemon/server/token_desk.hpp"
#include "daemon/targets/report_json.hpp"
#include "daemon/targets/report_words.hpp"
#include "daemon/targets/shared_round.hpp"
#include "daemon/text/ranges.hpp"
#include "daemon/text/utc.hpp"
#include "daemon/upload/uploads.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/json/serialize.hpp>

#include <array>
#include <cerrno>
#include <ctime>
#include <deque>
#include <ranges>
#include <set>
#include <system_error>

#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <unistd.h>

namespace adoube::adoubed {
namespace {

namespace asio = boost::asio;

constexpr auto tick_interval = std::chrono::milliseconds(100);
constexpr auto recall_time = std::chrono::milliseconds(10); // of a tick
constexpr std::uint64_t most_handed_in = 3'000;             // of which each move makes two or more
constexpr unsigned ticks_per_second = std::chrono::seconds(1) / tick_interval;
constexpr auto too_many_documents =
    "other results, reports or scoresheets are being read for this token, or for too many: ask again in a "
    "moment";
/// Until the answer that it starts again has arrived.
constexpr auto before_new_start = std::chrono::milliseconds(500);
/// So long a new start waits for what is being written.
constexpr std::chrono::milliseconds longest_for_journal = std::chrono::seconds(3);
/// After this long a network client is told that the journal cannot be written.
constexpr auto longest_over_network = std::chrono::seconds(10);

round::HostTime now() {
    static thread_local HostClock clock;
    return clock.now();
}

std::int64_t steady_ms(round::HostTime at) { return static_cast<std::int64_t>(at.steady_us.count() / 1000); }

/// For the secrets of new games.
std::string drawn() {
    std::array<std::uint8_t, 32> bytes{};
    if (::getentropy(bytes.data(), bytes.size()) != 0)
        throw std::system_error(errno, std::generic_category(), "the system's random numbers");
    return {bytes.begin(), bytes.end()};
}

round::Round::Seat seat(const Config& config, const record::Header& event, const BoardConfig& board,
                        const KeptPorts& ports) {
    round::TableSetup table;
    table.drawn = drawn();
    table.number = board.number;
    table.game_id = game_id(event, board.number);
    table.header = event;
    for (const auto& [tag, value] : board.tags) table.header.tags[tag] = value;
    table.sensing = board.sensing;
    table.clock_lever = config.clock_lever;
    if (!board.port) return {std::move(table), {}, {}};
    return {std::move(table), to_string(*board.port), board.port->maker, ports.given_utc_ms(board.number)};
}

std::vector<round::Round::Seat> seats(const Config& config, const record::Header& event,
                                      const KeptPorts& ports) {
    std::vector<round::Round::Seat> all;
    for (const auto& board : config.boards) all.push_back(seat(config, event, board, ports));
    return all;
}

/// What a start has taken, and freed among what stays.
void give_memory_back() {
#if defined(__GLIBC__)
    ::malloc_trim(0);
#endif
}

void log_notes(const std::vector<round::Note>& notes) {
    for (const auto& note : notes) note.trouble ? log_trouble(note.text) : log_info(note.text);
}

/// Wall-clock time as at the start, never set since.
HallMs hall_now() {
    static const auto ahead_ms = [] {
        const auto at = now();
        return at.utc_ms.count() - steady_ms(at);
    }();
    return HallMs(ahead_ms + steady_ms(now()));
}

std::vector<upload::Upload> uploads(const Config& config) {
    std::vector<upload::Upload> all;
    for (const auto& target : config.targets) {
        const bool is_round = target.settings.kind == targets::Kind::lichess;
        all.push_back({target.settings, target.access, target.delay_ms,
                       is_round ? sent_record_path(config, target) : std::filesystem::path()});
        for (const auto& remark : remarks_on(target)) log_trouble(remark);
    }
    return all;
}

} // namespace

class Daemon::Running {
  public:
    Running(asio::io_context& context, const Config& config, journal::Journal journal, round::Round round,
            PgnFolder pgn_folder, std::shared_ptr<server::TokenDesk> desk, server::Server server,
            HallPrograms programs, std::expected<ControlSocket, std::string> control,
            const std::vector<record::ArmedGame>& armed, const std::optional<tlog::VerifierKey>& key,
            KeptDelay delay, KeptEvent event, KeptPorts ports, KeptStandings standings,
            const std::optional<standby::Key>& standby_key, const KeptStanding& standing,
            std::set<std::string, std::less<>> deleted, const Config& configured)
        : context_(context), config_(config), usual_(config.header), setup_(configured, now().utc_ms),
          round_(std::move(round)), delay_(std::move(delay)), event_(std::move(event)),
          ports_(std::move(ports)), standings_(std::move(standings)),
          pgn_writer_(std::move(pgn_folder),
                      [this](const std::string& sentence) {
                          asio::post(context_, [sentence] { log_trouble(sentence); });
                      }),
          uploads_(uploads(config), hall_now,
                   [this](const targets::Note& note) {
                       asio::post(context_,
                                  [note] { note.trouble ? log_trouble(note.text) : log_info(note.text); });
                   }),
          desk_(std::move(desk)), server_(std::move(server)), journal_file_(config.journal),
          lost_(journal.lost()),
          standby_(standby_key ? log_keeper(*standby_key, standing, journal.position()) : nullptr),
          journal_(std::move(journal).start(journal_events())),
          retention_(config.journal, config.evidence_days,
                     [this](const std::string& game) { return round_.wants(game); }),
          cosigning_(config.journal, key, config.cosigners, boards_),
          inquiries_({config.journal, config.evidence_key, config.cosigners, local_, config.print.site},
                     boards_, config.print.letters),
          watchers_(context.get_executor()), programs_(std::move(programs)), control_(std::move(control)),
          timer_(context), confirmations_(context.get_executor()), clock_times_(config.journal, local_),
          kept_settled_(config.journal), rounds_(config.journal, local_, reader_.get_executor()) {
        for (const auto& board : config.boards) boards_.add(game_id(event_.of_tables(), board.number));
        for (const auto& game : armed) boards_.add(game);
        for (const auto table : round_.tables()) boards_.put(round_.view(table));
        const auto past = round_.past() | std::views::take(broadcast::LiveRound::past_games);
        past_games_ = {past.begin(), past.end()};
        server_.recall_with([this](std::string_view id) {
            if (const auto game = std::ranges::find(past_games_, id); game != past_games_.end()) recall(game);
        });
        if (key) {
            keys_.emplace(*key, config.evidence_key, [this](std::string path, broadcast::Text text) {
                server_.show(std::move(path), std::move(text));
            });
            reload_keys();
        }
        if (config.stream)
            stream_ = std::make_unique<nats::HallPublisher>(
                *config.stream, config.journal.string() + "-stream", std::move(deleted), told_by_thread());
        if (!config.print.printer.empty())
            printer_ = std::make_unique<SheetPrinter>(config.print, config.journal, told_by_thread());
        if (!config.journal_copy.empty()) {
            journal_status_.copy.emplace();
            journal_.keep_copy(config.journal_copy, copy_events(config.journal_copy.string()));
        }
        for (const auto& sentence : journal::kept_beside(config.journal)) log_trouble(sentence);
        tell_lost();
        if (control_)
            control_->start([this](std::string line) { return answer_at_hall(std::move(line)); },
                            [this] {
                                for (const auto table : round_.tables())
                                    watchers_.look_at(round_.view(table));
                                return watchers_.join(whoever_has_the_computer());
                            });
        if (desk_) open_desk();
        for (const auto& board : config.boards) {
            links_.push_back({});
            const round::PortId port{links_.size() - 1};
            if (board.port) links_[port].emplace(context.get_executor(), *board.port, link_events(port));
        }
        read_other_rounds();
        programs_.show(round_);
        if (standby_) round_.go_on_in(standby_->epoch());
        const auto at = now();
        round_.tick(at); // republish before the first request
        carry_out(at);
        // What is shown again may have been shown first under a shorter delay; a target waits its own for it.
        uploads_.change_hall_delay(delay_.ms());
        tell_delay_outside(delay_.ms());
        if (standings_.shown() || stream_) show_standings();
        for (const auto table : round_.tables()) show_arbiters(table);
        if (const auto time = time_control_in_words(usual_); !time.empty()) log_info("time control: " + time);
        for (const auto& doubt : doubts_of_players(config)) log_trouble(doubt);
        tell_delay();
        for (const auto& told : ports_.told()) log_trouble(told);
        for (const auto& told : {clock_times_.told(), rounds_.told()})
            if (!told.empty()) log_trouble(told);
        tick();
    }

    bool starts_again() const { return starts_again_; }
    std::optional<standby::Epoch> superseded_by() const {
        return standby_ ? standby_->superseded_by() : std::nullopt;
    }

    std::string settings() const {
        auto toml = config_.text;
        for (const auto* form : {&event_form(), &wall_form()})
            if (auto changed = with_values(toml, config_.file, *form, form->values_of(config_)))
                toml = std::move(changed->toml);
        return toml;
    }

    std::uint64_t end() {
        links_ = {};
        return journal_.close();
    }

    std::string address() const { return address_of(config_, server_.port()); }

  private:
    journal::Events journal_events() {
        return {.durable =
                    [this](journal::Ticket up_to, std::vector<journal::Ticket> refused,
                           std::chrono::milliseconds took) {
                        asio::post(context_, [this, up_to, refused = std::move(refused), took] {
                            on_disk_.push_back({up_to, refused, took});
                            count();
                        });
                    },
                .trouble =
                    [this](const std::string& sentence) {
                        asio::post(context_, [this, sentence] {
                            journal_status_.trouble = sentence;
                            server_.tell_ready("the record cannot be written");
                            log_trouble(sentence + "; trying again until it does");
                        });
                    },
                .recovered =
                    [this] {
                        asio::post(context_, [this] {
                            journal_status_.trouble.clear();
                            server_.tell_ready({});
                            log_info("the journal is written again");
                        });
                    },
                .erased =
                    [this] {
                        asio::post(context_, [] {
                            log_info("of the games that were deleted nothing is left in the journal's file");
                        });
                    },
                .unmarked =
                    [this](const std::string& sentence) {
                        asio::post(context_,
                                   [sentence] { log_trouble(sentence + "; trying again until it can"); });
                    },
                .written = standby_ ? std::bind_front(&nats::HallLogKeeper::written, standby_.get())
                                    : decltype(journal::Events::written)()};
    }

    /// What is on this disk counts at once, or, where a daemon stands by, once it is on its disk, too.
    void count() {
        if (standby_) follow_standby();
        if (superseded_by()) return;
        while (!on_disk_.empty() && (!standby_ || on_disk_.front().up_to <= standby_->counts_up_to())) {
            const auto [up_to, refused, took] = std::move(on_disk_.front());
            on_disk_.pop_front();
            const auto at = now();
            round_.durable(up_to, refused, at, took.count());
            carry_out(at);
            journal_status_.durable = up_to;
            durable_times_.durable(up_to, at.steady_us);
            got_on_ = std::chrono::steady_clock::now();
            confirmations_.durable(up_to, refused);
            forget_outside(up_to, refused);
        }
    }

    /// What the event's stream holds of games whose record is gone now.
    void forget_outside(journal::Ticket up_to, const std::vector<journal::Ticket>& refused) {
        for (; !deleting_.empty() && deleting_.front().first <= up_to; deleting_.pop_front())
            if (const auto& [ticket, game] = deleting_.front();
                stream_ && std::ranges::find(refused, ticket) == refused.end())
                stream_->forget(game);
    }

    void follow_standby() {
        const auto now_is = standby_->report();
        round_.go_on_in(standby_->epoch()); // before anything is acknowledged in it
        tell_standing(now_is);
        if (!standby_->superseded_by() || context_.stopped()) return;
        log_trouble("another daemon has taken over this hall: this one stands by for it now");
        context_.stop();
    }

    /// Every start is alone at first: the other needs a moment to say what it holds.
    void tell_standing(const nats::HallLogKeeper::Report& now_is) {
        constexpr std::int64_t moment_ms = 3'000;
        if (told_alone_ == now_is.is_alone) return;
        if (!told_alone_ && now_is.is_alone && now().utc_ms - started_utc_ms_ < moment_ms) return;
        told_alone_ = now_is.is_alone;
        now_is.is_alone
            ? log_trouble("nobody stands by: this daemon goes on alone, and what it records is on "
                          "this computer only")
            : log_info(now_is.other + " stands by: all that is recorded here is there, too");
    }

    /// What something that has threads of its own tells, for the log.
    std::function<void(const std::string& sentence, bool is_trouble)> told_by_thread() {
        return [this](const std::string& sentence, bool is_trouble) {
            asio::post(context_,
                       [sentence, is_trouble] { is_trouble ? log_trouble(sentence) : log_info(sentence); });
        };
    }

    std::unique_ptr<nats::HallLogKeeper> log_keeper(const standby::Key& key, const KeptStanding& standing,
                                                    std::uint64_t position) {
        return std::make_unique<nats::HallLogKeeper>(
            config_.standby->broker, key,
            nats::HallLogKeeper::Hall{config_.journal, [config = config_] { return hall_files(config); }},
            standby::HallLog::Kept{standing.epoch, standing.run}, position,
            nats::HallLogKeeper::Events{
                .changed = [this] { asio::post(context_, [this] { count(); }); },
                .tell = told_by_thread(),
                .keep =
                    [this, journal = config_.journal,
                     told = std::make_shared<std::string>()](standby::HallLog::Kept kept) {
                        const auto written = KeptStanding{true, kept.epoch, kept.run}.write(journal);
                        if (!written && std::exchange(*told, written.error()) != written.error())
                            asio::post(context_, [why = written.error()] { log_trouble(why); });
                        return written.has_value();
                    }});
    }

    journal::CopyEvents copy_events(const std::string& copy) {
        return {.trouble =
                    [this](const std::string& why) {
                        asio::post(context_, [this, why] {
                            journal_status_.copy = {.kept = false, .on_one_disk = false, .trouble = why};
                            log_trouble("no copy of the journal is kept: " + why +
                                        "; trying again until it is");
                        });
                    },
                .kept =
                    [this, copy](bool on_one_disk) {
                        asio::post(context_, [this, copy, on_one_disk] {
                            journal_status_.copy = {.kept = true, .on_one_disk = on_one_disk, .trouble = {}};
                            const auto kept = "a copy of the journal is kept in " + copy;
                            if (!on_one_disk) return log_info(kept);
                            log_trouble(kept + ", which is on the journal's own disk, and lost with it: name "
                                               "a place on a stick or another computer");
                        });
                    }};
    }

    board::LinkEvents link_events(round::PortId port) {
        return {.opened =
                    [this, port] {
                        const auto at = now();
                        round_.opened(port, at);
                        carry_out(at);
                    },
                .received =
                    [this, port](std::span<const std::uint8_t> bytes) {
                        const auto at = now();
                        round_.received(port, bytes, at);
                        carry_out(at);
                    },
                .failed =
                    [this, port](const std::string& why) {
                        round_.failed(port, why);
                        carry_out(now());
                    },
                .crowded = [this] { return is_crowded(); }};
    }

    /// Hundreds of boards that tell of hours at once would take as much memory as their games. Where the
    /// journal does not get on, each board's own bound counts.
    bool is_crowded() const {
        constexpr auto gets_on = std::chrono::milliseconds(250);
        return journal_status_.handed_in - journal_status_.durable > most_handed_in &&
               std::chrono::steady_clock::now() - got_on_ < gets_on;
    }

    void tell_delay() const {
        const auto delayed = "the public sees this hall " + late_in_words(delay_.ms());
        if (delay_.ms() != config_.delay_ms)
            log_trouble(delayed + ", as was last set while the round ran; delay_s says " +
                        delay_in_words(config_.delay_ms));
        if (const auto before_ms = delay_.forgotten_ms())
            log_trouble(delayed + ", as configured; another delay that was set while a round ran (" +
                        delay_in_words(*before_ms) + ") counts no more");
    }

    // --- commands and requests ---

    static access::Grant whoever_has_the_computer() {
        return {access::Role::operator_, access::Boards::all(), 0, {}};
    }

    struct Noted {
        std::optional<std::uint64_t> record;                                 // must be durable first
        std::string answer{};                                                // if known already
        std::string more{};                                                  // appended to the answer
        std::string of_targets{};                                            // likewise, if for the asker
        std::function<asio::awaitable<Answered>(access::Grant who)> later{}; // reads the journal first
    };
    using Taken = std::expected<Noted, std::string>;

    asio::awaitable<Answered> answer(ControlLine command, access::Grant who,
                                     std::chrono::steady_clock::duration longest) {
        using Why = Refusal::Why;
        using Outcome = Confirmations::Outcome;
        const auto taken = obey(std::move(command), who.who());
        if (!taken) co_return std::unexpected(Refusal{Why::not_understood, taken.error()});
        if (taken->later) co_return co_await taken->later(std::move(who));
        const auto of_targets = may(who, access::Thing::targets) ? taken->of_targets : std::string();
        if (!taken->record) co_return taken->answer + of_targets;
        const auto [outcome, answer] = co_await confirmations_.of(*taken->record, longest);
        if (outcome == Outcome::refused)
            co_return std::unexpected(Refusal{Why::not_understood, "the journal refused it"});
        if (outcome == Outcome::late)
            co_return std::unexpected(
                Refusal{Why::late, "it was taken and counts once the journal can be written again, which it "
                                   "cannot now: do not say it twice"});
        co_return (taken->answer.empty() ? answer : taken->answer) + taken->more + of_targets;
    }
    asio::awaitable<Answered> answer_at_hall(std::string line) {
        auto command = permitted(line, usual_, whoever_has_the_computer());
        if (!command) co_return std::unexpected(command.error());
        co_return co_await answer(std::move(*command), whoever_has_the_computer(), std::chrono::years(1));
    }

    Taken obey(ControlLine command, const std::string& by) {
        const auto at = now();
        auto taken = std::visit([&](auto& one) { return obey(one, at, by); }, command);
        carry_out(at);
        return taken;
    }

    static Taken noted(const std::expected<std::uint64_t, std::string>& record, std::string answer = {}) {
        if (!record) return std::unexpected(record.error());
        return Noted{*record, std::move(answer)};
    }

    Taken obey(Say& say, round::HostTime at, const std::string& by) {
        return noted(round_.say(say.board, std::move(say.what), at, {by, say.game}));
    }

    Taken obey(const AddTime& add, round::HostTime at, const std::string& by) {
        const auto time = round_.time_with(add.board, add.added, at, add.game);
        if (!time) return std::unexpected(time.error());
        return noted(round_.say(add.board, *time, at, {by, add.game}));
    }

    Taken obey(Arm& arm, round::HostTime at, const std::string& by) {
        auto id = game_id(arm.header, arm.board);
        const auto time = time_control_in_words(arm.header);
        const auto doubt = broadcast::doubt_of_players(arm.header.tags),
                   of_round = doubts_of_round(arm.header.tags);
        auto taken = noted(round_.arm(arm.board, std::move(id), std::move(arm.header), at, by));
        if (taken && !time.empty()) taken->more = "; time control: " + time;
        if (taken && !doubt.empty()) taken->more += "; " + doubt;
        if (taken) taken->of_targets = of_round;
        return taken;
    }

    Taken obey(const SayMoves& moves, round::HostTime at, const std::string& by) {
        return noted(round_.say_moves(moves.board, moves.moves, at, {by, moves.game}));
    }

    Taken obey(ArmRound& round, round::HostTime at, const std::string& by) {
        std::vector<round::Round::Pairing> pairings;
        for (auto& [board, header] : round.games) {
            auto id = game_id(header, board);
            pairings.push_back({board, std::move(id), std::move(header)});
        }
        const auto may_touch = [&](int board) { return round.boards.contains(board); };
        if (round.ask != ArmRound::Ask::nothing) return asked(round.ask, pairings, may_touch);
        auto armed = round_.arm_round(pairings, at, by, may_touch);
        if (!armed) return std::unexpected(armed.error());
        return Noted{.record = armed->record,
                     .answer = std::move(armed->answer),
                     .of_targets = doubts_of_round(pairings.front().header.tags)};
    }

    /// Before the games are public: which targets would show them in the round of others. A line for each.
    std::string doubts_of_round(const record::Tags& tags) const {
        const auto round = tags.find("Round");
        std::string text;
        if (round == tags.end()) return text;
        const auto reports = uploads_.reports();
        for (std::size_t at = 0; at < reports.size(); ++at) // both in the order of the configuration
            if (const auto doubt =
                    targets::doubt_of_round(config_.targets[at].settings, reports[at].rounds, round->second);
                !doubt.empty())
                text += "\n" + doubt;
        return text;
    }

    Taken asked(ArmRound::Ask ask, const std::vector<round::Round::Pairing>& pairings,
                const round::Round::MayTouch& may_touch) const {
        if (ask == ArmRound::Ask::changes) {
            auto changes = round_.compare_round(pairings, may_touch);
            if (!changes) return std::unexpected(changes.error());
            return Noted{.record = std::nullopt,
                         .answer = std::move(*changes),
                         .of_targets = doubts_of_round(pairings.front().header.tags)};
        }
        const auto boards = round_.boards_for(pairings, may_touch);
        if (!boards) return std::unexpected(boards.error());
        std::string text;
        for (const int board : *boards) text += (text.empty() ? "" : " ") + std::to_string(board);
        return Noted{std::nullopt, std::move(text)};
    }

    Taken obey(const Keep& keep, round::HostTime at, const std::string& by) {
        auto record = retention_.record_of(keep, at.utc_ms);
        if (!record) return std::unexpected(record.error());
        const auto written = round_.write_past(std::move(*record));
        if (!written) return std::unexpected(written.error());
        auto answer = "game " + keep.game +
                      (keep.what == Keep::What::hold      ? " is held: " + keep.why
                       : keep.what == Keep::What::release ? " is held no more"
                                                          : " is deleted by hand");
        log_info(answer + (by.empty() ? "" : ", says " + by));
        return noted(written, std::move(answer));
    }

    /// With the ports that are really open.
    Config as_open() const {
        auto open = programs_.as_open(config_);
        open.listen.service = std::to_string(server_.port());
        return open;
    }

    ClosedExits closed_exits() const {
        auto closed = programs_.closed();
        if (!control_) closed.emplace(name_of_control_socket(config_), control_.error());
        return closed;
    }

    Taken obey(const ShowExits& show, round::HostTime at, const std::string&) {
        ExitsNow now{targets::rounds_in_words(rounds_played()), closed_exits(), {}, at.utc_ms};
        for (const auto& report : uploads_.reports())
            if (report.rounds.size() > 1)
                now.of_targets[report.name] = targets::rounds_in_words(report.rounds) + " as one";
        return Noted{std::nullopt, (show.as_json ? exits_json : exits_page)(as_open(), delay_.ms(), now)};
    }

    /// Of the games whose players are known and that are not over; else of all.
    std::set<std::string> rounds_played() const {
        std::set<std::string> open, all;
        for (const auto table : round_.tables()) {
            const auto& game = round_.view(table).game;
            all.emplace(game.tags["Round"]);
            if (game.result == chess::Result::open && broadcast::doubt_of_players(game.tags).empty())
                open.emplace(game.tags["Round"]);
        }
        return open.empty() ? all : open;
    }

    Taken obey(const SetDelay& set, round::HostTime, const std::string& by) {
        const auto before_ms = delay_.ms();
        if (set.ask) return Noted{std::nullopt, opened_in_words(as_open(), {before_ms, set.delay_ms})};
        if (const auto kept = delay_.change(set.delay_ms); !kept) return std::unexpected(kept.error());
        round_.change_delay(set.delay_ms);
        uploads_.change_hall_delay(set.delay_ms);
        tell_delay_outside(set.delay_ms);
        programs_.change_delay(set.delay_ms);
        auto answer = change_in_words(as_open(), {before_ms, set.delay_ms}, closed_exits());
        log_info(answer.substr(0, answer.find('\n')) + (by.empty() ? "" : ", says " + by));
        return Noted{std::nullopt, std::move(answer)};
    }

    Taken obey(const GiveStandings& given, round::HostTime, const std::string& by) {
        const auto kept =
            given.standings ? standings_.give(*given.standings, hall_now()) : standings_.take_back();
        if (!kept) return std::unexpected(kept.error());
        if (!given.standings) show_standings();
        const std::string where = config_.wall.standings_in_hall ? "" : ", outside the playing hall";
        auto answer = given.standings
                          ? "the standings after round " + std::to_string(given.standings->after_round) +
                                " are shown " + late_in_words(delay_.ms()) + where
                          : std::string("standings are shown no more");
        log_info(answer + (by.empty() ? "" : ", says " + by));
        return Noted{std::nullopt, std::move(answer)};
    }

    Taken obey(const UsePort& exchange, round::HostTime at, const std::string& by) {
        auto change = round_.port_change(exchange.board, to_string(exchange.port), exchange.port.maker);
        if (!change) return std::unexpected(change.error());
        if (const auto kept = ports_.change(*change, at.utc_ms); !kept) return std::unexpected(kept.error());
        round_.change_ports(*change, at, by);
        for (const auto& to : change->ports) links_[to.port].reset();
        for (const auto& to : change->ports)
            links_[to.port].emplace(context_.get_executor(), *board::port_from(to.name),
                                    link_events(to.port));
        return Noted{std::nullopt, std::move(change->answer)};
    }

    Taken obey(const TellResults& asked, round::HostTime, const std::string&) {
        return Noted{.record = std::nullopt, .later = [this, round = asked.round](access::Grant who) {
                         return read_results(round, std::move(who));
                     }};
    }
    asio::awaitable<Answered> read_results(int round, access::Grant who) {
        const auto place = documents_.take(who);
        if (!place) co_return std::unexpected(Refusal{Refusal::Why::busy, too_many_documents});
        co_return co_await rounds_.read_results(round, round_.not_begun(), std::move(who));
    }

    Taken obey(const TellClockTimes& asked, round::HostTime, const std::string&) {
        return Noted{.record = std::nullopt,
                     .later = [this, round = asked.round](access::Grant who) -> asio::awaitable<Answered> {
                         co_return clock_times_.told_to(who, round);
                     }};
    }

    Taken obey(const OfRound& line, round::HostTime at, const std::string& by) {
        Rounds::Asked asked{line, usual_.tags.at("Event"), by, at.utc_ms};
        if (line.what == results::RoundAct::What::close)
            return Noted{.record = std::nullopt, .later = [this, asked](const access::Grant&) {
                             return rounds_.close(asked, round_.not_begun());
                         }};
        auto answer = rounds_.act(asked, round_);
        if (!answer) return std::unexpected(answer.error());
        return Noted{std::nullopt, std::move(*answer)};
    }

    /// In a thread of its own: it may take as long as a whole round's games do.
    static asio::awaitable<server::Response> read_report(std::filesystem::path journal, report::Asked asked,
                                                         access::Grant who, account::LocalTime local,
                                                         UtcMs now) {
        auto text = report::hall_report(journal, asked, who, local, now.count() / 1000);
        if (!text) co_return server::refusal(503, text.error());
        constexpr std::string_view types[] = {"text/html; charset=utf-8", "text/csv; charset=utf-8",
                                              "application/json"};
        co_return server::Response{.type = std::string(types[static_cast<std::size_t>(asked.as)]),
                                   .body = std::move(*text),
                                   .etag = {},
                                   .fields = {}};
    }

    Taken obey(const PrintSheets& sheets, round::HostTime, const std::string& by) {
        if (!printer_)
            return std::unexpected(std::string("no scoresheet is printed here: [print] is not configured"));
        const bool again = sheets.what == PrintSheets::What::again;
        const auto count = again ? printer_->print_again() : printer_->dismiss();
        if (count == 0)
            return std::unexpected(std::string("every scoresheet was printed, or has been seen to"));
        auto answer = std::to_string(count) + (count == 1 ? " scoresheet is " : " scoresheets are ") +
                      (again ? "printed again" : "seen to, and not told of any more");
        log_info(answer + (by.empty() ? "" : ", says " + by));
        return Noted{std::nullopt, std::move(answer)};
    }

    static asio::awaitable<server::Response> read_sheets(std::filesystem::path journal, SheetsAsked asked,
                                                         access::Grant who, account::LocalTime local,
                                                         UtcMs now, std::string site) {
        co_return sheets_for(journal, asked, who, local, now.count() / 1000, site);
    }

    std::string targets_json() const {
        return boost::json::serialize(boost::json::object{{"now", hall_now().count()},
                                                          {"targets", targets::to_json(uploads_.reports())}});
    }

    Taken obey(const OfTargets& command, round::HostTime, const std::string& by) {
        using What = OfTargets::What;
        if (command.what == What::show)
            return Noted{std::nullopt, targets::in_words(uploads_.reports(), hall_now())};
        if (command.what == What::show_json) return Noted{std::nullopt, targets_json()};
        auto done =
            command.what == What::push ? uploads_.push_again(command.name) : uploads_.reset(command.name);
        if (!done) return std::unexpected(done.error());
        log_info(*done + (by.empty() ? "" : ", says " + by));
        return Noted{std::nullopt, std::move(*done)};
    }

    void open_desk() {
        desk_->start(
            {.command = [this](const std::string& line,
                               const access::Grant& who) { return understood(line, who); },
             .status = [this] { return to_json(status()); },
             .targets = [this] { return targets_json(); },
             .metrics =
                 [this] {
                     return server::Response{
                         .type = std::string(metrics_type),
                         .body = to_metrics({status(), process_usage(), durable_times_.seconds()})};
                 },
             .games_at_once = [this] { return at_once_.all_pgn(); },
             .cosign = [this](const server::DeskRequest& request,
                              access::Grant who) { return cosign(request, std::move(who)); },
             .of_record = [this](const server::DeskRequest& request,
                                 access::Grant who) { return look_into(request, std::move(who)); },
             .round_files = [this](const server::DeskRequest& request,
                                   access::Grant who) { return of_round(request, std::move(who)); },
             .spare_boards = [this] { return look_for_boards(); },
             .settings = [this](const server::DeskRequest& request,
                                access::Grant who) { return of_settings(request, std::move(who)); },
             .tokens = [this](const server::DeskRequest& request,
                              access::Grant who) { return of_tokens(request, std::move(who)); },
             .clock_times = [this](int round,
                                   const access::Grant& who) { return clock_times_.told_to(who, round); },
             .report =
                 [this](std::string_view path, int round, access::Grant who) {
                     const auto as = path.ends_with(".csv")    ? report::As::csv
                                     : path.ends_with(".json") ? report::As::json
                                                               : report::As::page;
                     return make_report({round, as}, std::move(who));
                 },
             .sheets = [this](const server::DeskRequest& request,
                              access::Grant who) { return make_sheets(request, std::move(who)); },
             .settled = kept_settled_.before(),
             .keep_settled = [this](const std::string& settled) { kept_settled_.keep(settled); },
             .tell = [](const std::string& sentence) { log_trouble(sentence); },
             .utc_ms = [] { return now().utc_ms; },
             .steady_ms = [] { return steady_ms(now()); },
             .time_zone = account::name_of_zone()});
    }

    std::expected<server::TokenDesk::Command, server::Response> understood(const std::string& line,
                                                                           const access::Grant& who) {
        auto command = permitted(line, usual_, who);
        if (!command)
            return std::unexpected(server::refusal(status_of(command.error().why), command.error().sentence));
        const int board = board_of(*command);
        return server::TokenDesk::Command{
            board, [this, command = std::move(*command), who] { return answer_request(command, who); }};
    }
    asio::awaitable<server::Response> answer_request(ControlLine command, access::Grant who) {
        const auto answered = co_await answer(std::move(command), std::move(who), longest_over_network);
        server::Response response;
        response.type = "application/json";
        response.body = to_json(answered) + '\n';
        if (!answered) response.status = status_of(answered.error().why);
        co_return response;
    }
    asio::awaitable<server::Response> cosign(const server::DeskRequest& request, access::Grant who) {
        using Outcome = Confirmations::Outcome;
        settle_board(server::query_value(request.target, "game"));
        auto asked = cosigning_.asked(request, who);
        if (!asked) co_return asked.error();
        auto answer = co_await cosigning_.answer(std::move(*asked), std::move(who));
        if (!answer.trouble.empty()) log_trouble(answer.trouble);
        if (!answer.record) co_return answer.response;
        const auto record = round_.write_past(std::move(*answer.record));
        carry_out(now());
        if (record && (co_await confirmations_.of(*record, longest_over_network)).outcome == Outcome::durable)
            co_return answer.response;
        co_return server::refusal(503, "the journal cannot be written now: say it again later");
    }
    asio::awaitable<server::Response> look_into(const server::DeskRequest& request, access::Grant who) {
        settle_board(Inquiries::game_in(request.target));
        auto asked = inquiries_.asked(request.target, who);
        if (!asked) co_return asked.error();
        co_return co_await inquiries_.answer(std::move(*asked), std::move(who), now().utc_ms);
    }
    /// Of a game that was played before this start.
    void settle_board(std::string_view asked) {
        const std::string game(asked);
        if (!boards_.is_unclear(game) || !settled_.insert(game).second) return;
        if (const auto whole = journal::read_game(journal_file_, game))
            boards_.put(game, results::board_of(*whole));
    }

    asio::awaitable<server::Response> of_round(const server::DeskRequest& request, access::Grant who) {
        if (server::path_of(request.target) == server::pairings_path)
            co_return response_of(checked_pairings(request.body, numbers_of_tables(),
                                                   [&](const std::string& line) { return ask(line, who); }));
        if (server::path_of(request.target) == server::file_standings_path)
            co_return response_of(standings_in(request.body));
        if (server::path_of(request.target) == server::game_path)
            co_return response_of(checked_game(request.body, numbers_of_tables(), open_games()));
        co_return response_of(
            co_await rounds_.read_files(request.body, round_.not_begun(), usual_.tags.at("Event")));
    }
    static server::Response response_of(const RoundAnswer& answer) {
        if (!answer) return server::refusal(422, answer.error());
        return {.type = "application/json", .body = *answer + '\n', .etag = {}, .fields = {}};
    }
    std::set<int> numbers_of_tables() const {
        std::set<int> numbers;
        for (const auto table : round_.tables()) numbers.insert(round_.view(table).number);
        return numbers;
    }
    std::vector<OpenGame> open_games() const {
        std::vector<OpenGame> open;
        for (const auto table : round_.tables()) {
            const auto view = round_.view(table);
            const auto name = [&](const char* side) {
                return view.next ? record::tag_of(*view.next->tags, side) : std::string(view.game.tags[side]);
            };
            if (view.next || view.game.result == chess::Result::open)
                open.push_back({view.number, name("White"), name("Black")});
        }
        return open;
    }
    /// A line that only asks: answered at once.
    RoundAnswer ask(const std::string& line, const access::Grant& who) {
        auto command = permitted(line, usual_, who);
        if (!command) return std::unexpected(command.error().sentence);
        auto taken = obey(std::move(*command), who.who());
        if (!taken) return std::unexpected(taken.error());
        return taken->answer + taken->of_targets;
    }

    asio::awaitable<server::Response> look_for_boards() {
        std::vector<PortInUse> in_use;
        for (const auto table : round_.tables()) {
            const auto view = round_.view(table);
            in_use.push_back(
                {std::string(view.port), view.hello ? round::board_name(view.hello->board_id) : ""});
        }
        co_return response_of(
            co_await asio::co_spawn(reader_, spare_beside(std::move(in_use)), asio::use_awaitable));
    }
    /// The system may be slow to tell what is plugged in.
    static asio::awaitable<RoundAnswer> spare_beside(std::vector<PortInUse> in_use) {
        const auto plugged_in = board::usb::plugged_in();
        co_return to_json(spare_boards(plugged_in, board::serial_ports(plugged_in), in_use));
    }

    asio::awaitable<server::Response> of_tokens(const server::DeskRequest& request, access::Grant who) {
        HallTokens tokens(config_.tokens, addresses_for_phones(as_open()));
        auto answer = co_await asio::co_spawn(
            reader_, answer_of_tokens(std::move(tokens), request, std::move(who), now().utc_ms),
            asio::use_awaitable);
        if (!answer.for_log.empty()) log_info(answer.for_log);
        co_return std::move(answer.response);
    }
    /// In a thread of its own, as another program may hold the file.
    static asio::awaitable<HallTokens::Answer>
    answer_of_tokens(HallTokens tokens, const server::DeskRequest& request, access::Grant who, UtcMs at) {
        co_return tokens.answer(request, who, at);
    }

    asio::awaitable<server::Response> of_settings(const server::DeskRequest& request, access::Grant who) {
        const auto path = server::path_of(request.target);
        if (path == server::hall_path || path == server::save_hall_path || path == server::restart_path)
            co_return co_await of_hall(request, who.who());
        const bool is_wall = path == server::wall_path || path == server::save_wall_path;
        const SettingsFile file(config_.file, is_wall ? wall_form() : event_form());
        std::expected<std::string, SettingsRefusal> answer;
        if (path == server::save_wall_path || path == server::save_event_path) {
            const auto asked = asked_of(file, request.body, is_wall ? std::string() : why_no_event());
            if (asked && asked->only_look) co_return response_of(changes_json(asked->told));
            if (!asked)
                answer = std::unexpected(asked.error());
            else
                answer = is_wall ? save_wall(file, *asked, who.who()) : save_event(file, *asked, who.who());
        }
        if (!answer)
            co_return server::Response{.status = answer.error().outdated ? 409U : 422U,
                                       .type = "application/json",
                                       .body = to_json(answer.error()) + '\n',
                                       .etag = {},
                                       .fields = {}};
        co_return response_of(file.show(is_wall ? std::string() : why_no_event(), *answer));
    }
    static std::expected<ChangedSettings, SettingsRefusal>
    asked_of(const SettingsFile& file, std::string_view request, std::string refused) {
        if (!refused.empty()) return std::unexpected(SettingsRefusal{std::move(refused)});
        return file.asked(request);
    }

    asio::awaitable<server::Response> of_hall(const server::DeskRequest& request, std::string by) {
        auto answer = co_await asio::co_spawn(
            reader_, answer_of_hall(setup_, request, std::move(by), tables_playing()), asio::use_awaitable);
        if (answer.starts_again)
            if (const auto why = co_await why_journal_waits(); !why.empty())
                co_return HallSetup::refused({"it does not start again: " + why}).response;
        if (!answer.for_log.empty()) log_info(answer.for_log);
        if (answer.starts_again) {
            new_start_.expires_after(before_new_start);
            new_start_.async_wait([this](boost::system::error_code cancelled) {
                if (!cancelled) asio::co_spawn(context_, start_again(), asio::detached);
            });
        }
        co_return std::move(answer.response);
    }
    /// Much may have happened since it was asked.
    asio::awaitable<void> start_again() {
        auto why = co_await asio::co_spawn(reader_, why_no_start(setup_), asio::use_awaitable);
        if (why.empty()) why = co_await why_journal_waits();
        if (!why.empty()) co_return log_trouble("the daemon does not start again, and runs on: " + why);
        starts_again_ = true; // who is told to end before that, ends
        context_.stop();
    }
    static asio::awaitable<std::string> why_no_start(const HallSetup& setup) {
        co_return setup.why_no_start();
    }
    /// Empty once all that has been taken in is written: an end would lose the rest.
    asio::awaitable<std::string> why_journal_waits() {
        const auto taken_in = journal_status_.handed_in;
        asio::steady_timer timer(context_);
        for (auto left = longest_for_journal; left > left.zero(); left -= tick_interval) {
            if (!journal_status_.trouble.empty()) break;
            if (journal_status_.durable >= taken_in) co_return std::string();
            timer.expires_after(tick_interval);
            co_await timer.async_wait(asio::use_awaitable);
        }
        const auto& trouble = journal_status_.trouble;
        co_return (trouble.empty() ? "the journal's disk does not answer" : trouble) +
            "; what waits to be written would be lost";
    }
    /// In a thread of its own, as the file may be long, or the disk slow.
    static asio::awaitable<HallSetup::Answer> answer_of_hall(const HallSetup& setup,
                                                             const server::DeskRequest& request,
                                                             std::string by, std::set<int> playing) {
        co_return setup.answer(request, by, playing);
    }

    std::expected<std::string, SettingsRefusal>
    save_wall(const SettingsFile& file, const ChangedSettings& wall, const std::string& by) {
        if (const auto written = file.write(wall); !written) return std::unexpected(written.error());
        take_wall(wall, config_);
        server_.change_wall(config_.wall, config_.framed_by);
        auto answer = wall_change_in_words(wall, file.name());
        log_info(answer + (by.empty() ? "" : ", says " + by));
        return answer;
    }

    std::set<int> tables_playing() const {
        std::set<int> playing;
        for (const auto table : round_.tables()) {
            const auto view = round_.view(table);
            if (view.game.result == chess::Result::open && has_begun(view.game)) playing.insert(view.number);
        }
        return playing;
    }

    /// What the hall plays by does not change under a game.
    std::string why_no_event() const {
        const auto why = playing_in_words(tables_playing());
        return why.empty() ? why : why + ": the event can be changed once they have their results";
    }

    std::expected<std::string, SettingsRefusal>
    save_event(const SettingsFile& file, const ChangedSettings& event, const std::string& by) {
        const auto former = round_id(usual_), next = round_id(event.config.header);
        if (const auto follows = delay_.follow(next); !follows)
            return std::unexpected(SettingsRefusal{follows.error()});
        if (const auto follows = event_.follow(usual_, event.config.header); !follows)
            return std::unexpected(SettingsRefusal{follows.error()});
        if (const auto written = file.write(event); !written) {
            (void)delay_.follow(former);
            return std::unexpected(written.error());
        }
        auto answer = change_in_words(event, file.name());
        log_info(answer + (by.empty() ? "" : ", says " + by));
        begin_event(event, by, answer);
        return answer;
    }

    /// Games that are armed have what they were armed with.
    void begin_event(const ChangedSettings& event, const std::string& by, std::string& answer) {
        take_event(event, usual_);
        config_.header = usual_;
        standings_.begin_event(usual_.tags.at("Event"));
        kept_rounds_.begin_event(usual_);
        delay_.configured(event.config.delay_ms);
        config_.delay_ms = event.config.delay_ms;
        if (std::ranges::find(event.changed, "delay_s") == event.changed.end()) return;
        const auto changed = obey(ControlLine(SetDelay{event.config.delay_ms}), by);
        if (!changed) answer += "; " + changed.error();
    }

    asio::awaitable<server::Response> make_report(report::Asked asked, access::Grant who) {
        auto report = read_report(journal_file_, asked, who, local_, now().utc_ms);
        return make_document(std::move(report), std::move(who));
    }
    asio::awaitable<server::Response> make_sheets(const server::DeskRequest& request, access::Grant who) {
        const auto asked = sheets_asked(request.target);
        if (!asked) co_return server::refusal(422, asked.error());
        auto sheets = read_sheets(journal_file_, *asked, who, local_, now().utc_ms, config_.print.site);
        co_return co_await make_document(std::move(sheets), std::move(who));
    }
    /// One after the other, as each may take as long as a whole event's games do.
    asio::awaitable<server::Response> make_document(asio::awaitable<server::Response> document,
                                                    access::Grant who) {
        const auto place = documents_.take(who);
        if (!place) co_return server::refusal(503, too_many_documents);
        co_return co_await asio::co_spawn(reader_, std::move(document), asio::use_awaitable);
    }
    static unsigned status_of(Refusal::Why why) {
        switch (why) {
        case Refusal::Why::not_understood: return 422;
        case Refusal::Why::forbidden: return 403;
        case Refusal::Why::late:
        case Refusal::Why::busy: return 503;
        }
        return 500;
    }

    Status status() const {
        auto journal = journal_status_;
        journal.commands_waiting = confirmations_.waiting();
        journal.lost = in_words(journal_file_, lost_);
        std::error_code unknown;
        const auto disk =
            std::filesystem::space(std::filesystem::absolute(journal_file_).parent_path(), unknown);
        if (!unknown) journal.disk_free_bytes = disk.available;
        const auto& shown = standings_.shown();
        return {.round = round_,
                .started_utc_ms = started_utc_ms_,
                .now_utc_ms = now().utc_ms,
                .journal = std::move(journal),
                .keys = {keys_.has_value(), keys_ ? keys_->trouble() : std::string()},
                .delay_ms = delay_.ms(),
                .delay_left_out = round_.left_out(),
                .standings = {shown ? std::optional(shown->after_round) : std::nullopt, standings_.waiting(),
                              config_.wall.standings_in_hall},
                .closed_exits = closed_exits(),
                .programs = programs_.programs(),
                .server = server_.stats(),
                .access = {desk_->viewers(), desk_->wrong_tokens(), desk_->forbidden()},
                .livechess = programs_.livechess(),
                .printing = printer_ ? std::optional(printer_->state()) : std::nullopt,
                .rounds = rounds_.now(round_, usual_.tags.at("Event")),
                .targets = uploads_.reports(),
                .stream = stream_ ? std::optional(stream_->report()) : std::nullopt,
                .standby = standby_ ? std::optional(standby_->report()) : std::nullopt};
    }

    // --- the tick ---

    void tick() {
        timer_.expires_after(tick_interval);
        timer_.async_wait([this](boost::system::error_code cancelled) {
            if (cancelled) return;
            const auto at = now();
            round_.tick(at);
            delete_due(at);
            carry_out(at);
            programs_.tick(at);
            show_due_standings();
            if (++ticks_ % ticks_per_second == 0) { // files that others may change
                reload_keys();
                forget_lost();
                if (const auto told = clock_times_.look(round_, at); !told.empty()) log_trouble(told);
            }
            recall_next();
            if (standby_) {
                standby_->tick();
                count();
            }
            if (desk_) desk_->tick();
            tick();
        });
    }

    void tell_delay_outside(std::int64_t delay_ms) {
        server_.tell_delay(delay_ms);
        if (stream_) stream_->tell_delay(delay_ms);
    }

    void show_standings() {
        const auto& shown = standings_.shown();
        const auto text = shown ? boost::json::serialize(to_json(*shown)) : std::string();
        server_.show_standings(shown ? std::make_shared<const std::string>(text + '\n') : nullptr);
        if (stream_) stream_->put_standings(shown ? text : "null");
    }

    void show_due_standings() {
        const auto changed = standings_.look(hall_now(), delay_.ms());
        if (changed.value_or(false)) show_standings();
        if (!changed && !std::exchange(standings_wait_for_disk_, true)) log_trouble(changed.error());
        if (changed) standings_wait_for_disk_ = false;
    }

    void reload_keys() {
        if (!keys_) return;
        if (const auto trouble = keys_->reload(); !trouble.empty()) log_trouble(trouble);
    }

    void tell_lost() {
        lost_is_in_file_ = !journal::read_lost(journal_file_).empty();
        round_.know_lost(lost_);
        if (!lost_.empty()) log_trouble(in_words(journal_file_, lost_));
    }

    /// Once somebody has seen to it.
    void forget_lost() {
        if (!lost_is_in_file_ || !journal::read_lost(journal_file_).empty()) return;
        lost_.clear();
        tell_lost();
        log_info("somebody has seen to what the journal had lost: it is told no more");
    }

    /// Recalls fully shown games for a moment in each tick, as each takes milliseconds. A requested page
    /// comes at once.
    void recall_next() {
        const auto until = std::chrono::steady_clock::now() + recall_time;
        while (!past_games_.empty() && std::chrono::steady_clock::now() < until) recall(past_games_.begin());
    }

    void recall(std::deque<std::string>::const_iterator past) {
        const auto game = journal::read_game(journal_file_, *past);
        past_games_.erase(past);
        if (past_games_.empty()) give_memory_back();
        if (!game) return; // deleted meanwhile
        boards_.put(game->game.id, results::board_of(*game));
        const auto shown = round_.recall(*game);
        if (!shown) return log_trouble(shown.error());
        if (!server_.recall(*shown)) past_games_.clear();
        if (stream_) stream_->recall(*shown);
        if (pgn_writer_.writes() && broadcast::is_game(*shown))
            pgn_writer_.put(shown->id, broadcast::to_pgn(*shown));
    }

    void delete_due(round::HostTime at) {
        if (!round_.takes_past()) return; // disk full: deletions stay due
        auto due = retention_.due(at);
        if (due.deletion) (void)round_.write_past(std::move(*due.deletion));
        if (due.tidy) journal_.tidy();
        log_notes(due.notes);
    }

    void carry_out(round::HostTime at) {
        auto work = round_.take_work();
        // First, as somebody waits for it: it is durable, unlike what this work is to be.
        for (const auto& game : work.shown) publish(game);
        if (journal_status_.handed_in == journal_status_.durable) got_on_ = std::chrono::steady_clock::now();
        auto ticket = journal_status_.handed_in;
        journal_status_.handed_in += work.records.size();
        durable_times_.handed_in(journal_status_.handed_in, at.steady_us);
        retention_.watch(work.records, at.utc_ms);
        for (const auto& record : work.records) {
            ++ticket;
            if (const auto* end = std::get_if<journal::CloseGame>(&record); end && printer_)
                printer_->game_ended(end->game_id);
            else if (const auto* gone = std::get_if<journal::DeleteGame>(&record)) {
                clock_times_.forget(gone->tombstone.game_id);
                deleting_.emplace_back(ticket, gone->tombstone.game_id);
            }
        }
        if (!work.records.empty()) journal_.put(std::move(work.records));
        for (const auto& send : work.send) links_[send.port]->send(send.bytes);
        for (const auto port : work.close) links_[port]->reopen();
        if (round_.left_out() > 0 && !std::exchange(told_of_left_out_, true))
            log_trouble(
                "a board changes more often than the delay can hold: the public sees fewer states of it");
        log_notes(work.notes);
        for (const auto& answer : work.answers) confirmations_.answer(answer.record, answer.text);
        programs_.show(work);
        for (const auto table : work.looked_at) show_arbiters(table);
        for (const auto& game : work.corrected) uploads_.correct(game);
    }

    void read_other_rounds() {
        auto found = kept_rounds_.find();
        for (auto& pgn : found.rounds) {
            auto games = pgn ? broadcast::ToldGamesReader().read(*pgn) : broadcast::ToldGames{};
            others_.push_back({std::move(pgn), std::move(games)});
        }
        show_others();
        for (const auto& trouble : found.troubles) log_trouble(trouble);
        for (std::size_t at = 0; at < others_.size(); ++at)
            other_rounds_.push_back(
                std::make_unique<gather::OtherRound>(config_.merged_rounds[at], other_round_events(at)));
    }

    gather::OtherRound::Events other_round_events(std::size_t at) {
        return {.changed = [this, at](broadcast::ToldRound round) -> std::expected<void, std::string> {
                    if (const auto kept = kept_rounds_.keep(at, round.pgn); !kept)
                        return std::unexpected("it is not shown before it is kept, but " + kept.error());
                    asio::post(context_, [this, at, round = std::move(round)]() mutable {
                        others_[at] = std::move(round);
                        show_others();
                    });
                    return {};
                },
                .tell = told_by_thread()};
    }

    void show_others() {
        auto known = others_;
        std::erase_if(known, [](const broadcast::ToldRound& round) { return !round.pgn; });
        server_.show_others(std::move(known));
    }

    void show_arbiters(round::TableId table) {
        const auto view = round_.view(table);
        boards_.put(view);
        if (desk_) {
            desk_->update(view);
            at_once_.publish(view.game);
        }
        watchers_.update(view);
    }

    void publish(const broadcast::PublicGame& game) {
        server_.publish(game);
        if (stream_) stream_->put(game);
        if (pgn_writer_.writes()) write(game);
        uploads_.put(game);
    }

    void write(const broadcast::PublicGame& game) {
        if (broadcast::is_game(game)) games_written_.try_emplace(game.id);
        if (const auto written = games_written_.find(game.id); written != games_written_.end()) {
            pgn_writer_.put(game.id, written->second.of(game));
            if (game.result != chess::Result::open) written->second = {};
        }
    }

    asio::io_context& context_;
    Config config_;
    record::Header usual_; // this round's default
    HallSetup setup_;
    bool starts_again_ = false;
    account::LocalTime local_ = account::LocalTime::of_hall(config_.time_zone);
    UtcMs started_utc_ms_ = now().utc_ms;
    round::Round round_;
    KeptDelay delay_;
    KeptEvent event_;
    KeptPorts ports_;
    KeptStandings standings_;
    bool standings_wait_for_disk_ = false;
    bool told_of_left_out_ = false;
    PgnWriter pgn_writer_;
    std::map<std::string, broadcast::GrowingPgn> games_written_; // by id; stay so, whatever is taken back
    upload::Uploads uploads_;
    KeptRounds kept_rounds_{config_.journal, config_.merged_rounds, usual_, [this] {
                                const auto at_s = now().utc_ms.count() / 1000;
                                return text::utc_day(at_s + local_.offset_s(at_s));
                            }};
    std::vector<broadcast::ToldRound> others_; // of `merge`, in its order
    std::shared_ptr<server::TokenDesk> desk_;  // null: no tokens
    broadcast::LiveRound at_once_{{}};         // undelayed, for the fair-play officer
    server::Server server_;
    std::optional<PublishedKeys> keys_; // empty: nothing is signed
    unsigned ticks_ = 0;
    std::chrono::steady_clock::time_point got_on_{}; // the journal, or when it had nothing to do
    Status::Journal journal_status_;                 // but for what `status` adds
    DurableTimes durable_times_;
    std::filesystem::path journal_file_;
    std::vector<journal::Lost> lost_;
    bool lost_is_in_file_ = false;
    std::deque<std::string> past_games_; // to recall, newest first
    struct OnDisk {
        journal::Ticket up_to;
        std::vector<journal::Ticket> refused;
        std::chrono::milliseconds took;
    };
    std::deque<std::pair<journal::Ticket, std::string>> deleting_; // games, on their way to the journal
    std::deque<OnDisk> on_disk_;                                   // and does not count yet
    std::unique_ptr<nats::HallLogKeeper> standby_;                 // null: nobody stands by
    std::optional<bool> told_alone_;                               // although somebody is to stand by
    journal::Recorder journal_; // outlives the links, to get all their input
    Retention retention_;
    GameBoards boards_;
    std::set<std::string> settled_; // whose records were looked into for their board
    Cosigning cosigning_;
    Inquiries inquiries_;
    Watchers watchers_;
    HallPrograms programs_;
    std::expected<ControlSocket, std::string> control_; // or why there is none
    asio::steady_timer timer_, new_start_{context_};
    Confirmations confirmations_;
    asio::thread_pool reader_{1}; // of what takes long to read
    KeptClockTimes clock_times_;
    KeptSettled kept_settled_;
    Rounds rounds_;
    access::Shares documents_{{.all = 16, .of_token = 2, .for_operators = 8}};
    std::vector<std::unique_ptr<gather::OtherRound>> other_rounds_;
    std::unique_ptr<SheetPrinter> printer_;                        // null: none is configured
    std::unique_ptr<nats::HallPublisher> stream_;                  // null: none is configured
    round::ById<round::PortId, std::optional<board::Link>> links_; // none without electronics
};

std::expected<Daemon, std::string> Daemon::start(asio::io_context& context, const Config& configured) {
    if (auto twice = one_place_twice(configured); !twice.empty()) return std::unexpected(std::move(twice));
    auto journal = journal::Journal::open(configured.journal);
    if (!journal) return std::unexpected(journal.error());
    auto ports = KeptPorts::open(configured);
    if (!ports) return std::unexpected(ports.error());
    const auto config = ports->in_force(configured);
    auto key = evidence_key(config.evidence_key, *journal);
    if (!key) return std::unexpected(key.error());
    const auto signer = *key;
    const auto published = signer ? std::optional(signer->verifier()) : std::nullopt;
    auto pgn_folder = PgnFolder::open(config.pgn_directory);
    if (!pgn_folder) return std::unexpected(pgn_folder.error());
    std::shared_ptr<server::TokenDesk> desk;
    if (!config.tokens.empty()) desk = std::make_shared<server::TokenDesk>(config.tokens);
    auto options = server_options(config, [ahead_ms = now().utc_ms - steady_ms(now())] {
        return ahead_ms + steady_ms(now()); // as for the clocks in Work::shown
    });
    if (signer)
        options.sign_game = [key = *signer](const broadcast::PublicGame& game, std::string_view pgn) {
            return to_text(evidence::signed_note(key, evidence::note_on(game.id, game.result, pgn)));
        };
    auto server = server::Server::listen(context.get_executor(), options, desk);
    if (!server) return std::unexpected(server.error());
    if (desk && server::is_readable_on_the_way(options))
        log_trouble("tokens cross the network in the clear, for everybody in it to read: set [tls], or let a "
                    "proxy do it that is named in trusted_proxies");
    auto control = ControlSocket::listen(context.get_executor(), control_path(config));
    if (!control) { // the round runs without one unless the configuration names it
        if (!config.control.empty()) return std::unexpected(control.error());
        log_trouble(control.error() + "; until then no arbiter can say anything to the daemon");
    }
    // From here the hall's kept files change: new settings should have failed before, as the former ones need
    // them.
    auto delay = KeptDelay::open(config.journal, config.delay_ms, round_id(config.header));
    if (!delay) return std::unexpected(delay.error());
    auto standings = KeptStandings::open(config.journal, config.header.tags.at("Event"), hall_now());
    if (!standings) return std::unexpected(standings.error());
    const auto event = KeptEvent::open(config.journal, config.header);
    if (!event) return std::unexpected(event.error());
    std::optional<standby::Key> standby_key;
    KeptStanding standing;
    if (config.standby) {
        const auto key_of_both = standby::Key::read(config.standby->key);
        if (!key_of_both) return std::unexpected(key_of_both.error());
        standby_key = *key_of_both;
        const auto kept = KeptStanding::read(config.journal);
        if (!kept) return std::unexpected(kept.error());
        standing = kept->value_or(KeptStanding{});
        // As the keeper begins (standby/hall_log.hpp).
        const KeptStanding alone{true, standby::alone_after(standing.epoch), standing.run};
        if (const auto written = alone.write(config.journal); !written)
            return std::unexpected(written.error());
    }
    round::Round round(seats(config, event->of_tables(), *ports), std::move(*key), delay->ms());
    if (const auto restored = round::restore(round, journal->reader(), now, ServiceManager::is_starting);
        !restored)
        return std::unexpected("journal " + config.journal.string() + ": " + restored.error());
    const auto armed = journal->reader().armed();
    if (!armed) return std::unexpected(armed.error());
    const auto tombstones = journal->reader().tombstones();
    if (!tombstones) return std::unexpected(tombstones.error());
    std::set<std::string, std::less<>> deleted;
    for (const auto& one : *tombstones) deleted.insert(one.game_id);
    auto in_force = config;
    in_force.delay_ms = delay->ms();
    auto programs = HallPrograms::open(context.get_executor(), std::move(in_force),
                                       {[] { return now().utc_ms; }, options.now_ms});
    if (!programs) return std::unexpected(programs.error());
    return Daemon(std::make_unique<Running>(
        context, config, std::move(*journal), std::move(round), std::move(*pgn_folder), std::move(desk),
        std::move(*server), std::move(*programs), std::move(control), *armed, published, std::move(*delay),
        *event, std::move(*ports), std::move(*standings), standby_key, standing, std::move(deleted),
        configured));
}

Daemon::Daemon(std::unique_ptr<Running> running) : running_(std::move(running)) {}
Daemon::~Daemon() = default;
Daemon::Daemon(Daemon&&) noexcept = default;
Daemon& Daemon::operator=(Daemon&&) noexcept = default;

std::uint64_t Daemon::end() { return running_->end(); }
std::string Daemon::settings() const { return running_->settings(); }
std::optional<standby::Epoch> Daemon::superseded_by() const { return running_->superseded_by(); }
bool Daemon::starts_again() const { return running_->starts_again(); }
std::string Daemon::address() const { return running_->address(); }

} // namespace adoube::adoubed
