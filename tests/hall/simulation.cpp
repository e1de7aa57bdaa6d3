#include "tests/hall/simulation.hpp"

#include "tests/hall/broken.hpp"
#include "tests/hall/ledger.hpp"
#include "tests/hall/players.hpp"
#include "tests/hall/public_eye.hpp"
#include "tests/places.hpp"

#include <algorithm>

namespace adoube::hall {
namespace {

/// All must come out within this after the last fault.
constexpr Us time_to_settle = 5 * 60 * s;

const tlog::SigningKey& hall_key() {
    static const tlog::SigningKey key("hall.example/simulated", tlog::SignatureType::note, {1, 2, 3});
    return key;
}

const tests::PlayedGames& games_to_play() {
    static const tests::PlayedGames games({tests::project_file("tools/games")});
    return games;
}

std::uint64_t board_id(std::size_t table) { return 0xB0A2D000 + table; }

struct Table {
    Table(Agenda& agenda, Machine& machine, std::size_t number, std::uint64_t seed)
        : cable(agenda, seed + 1),
          board(agenda, cable, board_id(number), static_cast<wire::Sensing>(number % 3),
                static_cast<int>(seed % 101)),
          players(agenda, board, machine, games_to_play(), number, seed + 2) {}

    Cable cable;
    Board board;
    Players players;
};

class Hall {
  public:
    explicit Hall(const Scenario& scenario)
        : scenario_(scenario), ledger_(agenda_, scenario.tables.size(),
                                       [this](const record::Origin& origin) { return when(origin); }),
          machine_(agenda_, scenario.seed, seats(), key(), scenario.delay_ms, scenario.with_stick, witness()),
          eye_(
              agenda_, scenario.delay_ms, [this](const std::string& id) { return find(id); }, scenario.seed) {
        std::vector<Cable*> cables;
        for (std::size_t port = 0; port < scenario.tables.size(); ++port) {
            const auto number = scenario.tables[port];
            auto& table = *tables_.emplace_back(
                std::make_unique<Table>(agenda_, machine_, number, scenario.seed * 1'000 + number * 10));
            table.cable.connect(
                {.to_host = [this, port](const Bytes& bytes) { machine_.received(port, bytes); },
                 .to_board = [&table](const Bytes& bytes) { table.board.receive(bytes); },
                 .opened =
                     [this, port, &table] {
                         table.board.opened();
                         machine_.opened(port);
                     },
                 .closed =
                     [this, port, &table] {
                         table.board.closed();
                         machine_.closed(port);
                     }});
            cables.push_back(&table.cable);
        }
        machine_.connect(std::move(cables));
    }

    Outcome run() {
        try {
            for (auto& table : tables_) table->players.begin();
            machine_.start();
            for (const auto& fault : scenario_.faults)
                if (fault.at < scenario_.until) agenda_.at(fault.at, [this, &fault] { happen(fault); });
            while (agenda_.step(scenario_.until)) {
            }
            come_to_rest();
        } catch (const Broken& broken) {
            outcome_.broken = broken.what();
            outcome_.is_misread = is_misread(broken.game_id);
        }
        outcome_.at = agenda_.now();
        for (const auto& table : tables_)
            for (const auto& game : table->players.games()) {
                outcome_.plies += game.landed.size();
                ++outcome_.games;
                outcome_.games_by_presence += table->board.sensing() == wire::Sensing::presence ? 1 : 0;
                outcome_.lossy_games += game.lossy ? 1 : 0;
            }
        if (!outcome_.broken.empty()) outcome_.logs = ledger_.logs();
        outcome_.inputs = ledger_.inputs();
        outcome_.frames = eye_.frames();
        return outcome_;
    }

  private:
    std::vector<round::Round::Seat> seats() const {
        std::vector<round::Round::Seat> seats;
        for (const auto number : scenario_.tables) {
            round::TableSetup table;
            table.number = static_cast<int>(number + 1);
            table.game_id = Players::first_id(number);
            table.header = Players::first_header(number);
            table.drawn = "seed " + std::to_string(scenario_.seed);
            seats.push_back({std::move(table), "P" + std::to_string(seats.size() + 1)});
        }
        return seats;
    }

    std::optional<tlog::SigningKey> key() const {
        return scenario_.is_signed ? std::optional(hall_key()) : std::nullopt;
    }

    Witness witness() {
        return {.sends =
                    [this](std::size_t port, const Bytes& bytes) {
                        ledger_.sent(port, board_id(scenario_.tables[port]), bytes);
                    },
                .durable = [this](const journal::Record& record) { ledger_.durable(record); },
                .shown =
                    [this](const broadcast::PublicGame& game) {
                        // A damaged game may look like anything; one that replaces a game set aside has no
                        // players.
                        if (damaged_.empty() || (game.id != damaged_ && find(game.id))) eye_.shown(game);
                    },
                .noted = [this](const round::Note& note) { heed(note); },
                .begins = [this] { begin_life(); },
                .looks = [this] { look(); }};
    }

    Us when(const record::Origin& origin) const {
        for (std::size_t port = 0; port < tables_.size(); ++port)
            if (round::board_name(board_id(scenario_.tables[port])) == origin.board_id)
                return tables_[port]->board.when(origin.boot_id, origin.board_us);
        throw Broken("an input comes from board " + origin.board_id + ", which is not here");
    }

    void begin_life() {
        ++outcome_.starts;
        for (const auto& lost : *machine_.lost())
            if (lost.game_id != damaged_ || damaged_.empty())
                throw Broken("a start misses what was never there: " +
                             in_words("hall.journal", *machine_.lost()));
        told_of_damage_ = !machine_.lost()->empty();
        ledger_.check(machine_.journal(), damaged_);
        eye_.begins([this] { return machine_.hall_ms(); });
        starts_ = true;
    }

    /// Notes that never come from honest disks.
    void heed(const round::Note& note) {
        for (const auto* never : {"is set aside", "was forgotten", "cannot be read"}) {
            if (note.text.find(never) == std::string::npos) continue;
            if (damaged_.empty() || note.text.find(damaged_) == std::string::npos)
                throw Broken("it is told: " + note.text);
            told_of_damage_ = true;
        }
    }

    void look() {
        if (std::exchange(starts_, false)) eye_.check_shown_again(damaged_);
        if (++looks_ % 64 != 0) return;
        for (std::size_t table = 0; table < tables_.size(); ++table) {
            const auto view = machine_.round().view(round::TableId{table});
            if (view.waiting_records > round::Backlog::most_records + 64)
                throw Broken("board " + std::to_string(table + 1) + " has " +
                             std::to_string(view.waiting_records) + " records that wait for the journal");
        }
    }

    const Truth* find(const std::string& id) {
        for (const auto& table : tables_)
            for (auto game = table->players.games().rbegin(); game != table->players.games().rend(); ++game)
                if (game->id == id) return &*game;
        return nullptr;
    }

    bool is_misread(const std::string& id) const {
        for (const auto& table : tables_) {
            const auto& games = table->players.games();
            const auto game = std::ranges::find(games, id, &Truth::id);
            if (game == games.end()) continue;
            const auto next = std::next(game);
            const bool has_next = next != games.end() && !next->landed.empty();
            return ledger_.is_misread(*game, has_next ? std::optional(next->landed.front()) : std::nullopt);
        }
        return false;
    }

    // --- what goes wrong ---

    Table* table_of(const Fault& fault) {
        const auto port = std::ranges::find(scenario_.tables, fault.table);
        return port == scenario_.tables.end()
                   ? nullptr
                   : tables_[static_cast<std::size_t>(port - scenario_.tables.begin())].get();
    }

    void happen(const Fault& fault) {
        using enum Fault::Kind;
        switch (fault.kind) {
        case kill:
        case power_cut: return stop_machine(fault);
        case slow_disk:
            machine_.set_disk(static_cast<Us>(20 * ms + static_cast<Us>(fault.seed % 2'000'000)));
            return agenda_.after(fault.lasts, [this] { machine_.set_disk(3 * ms); });
        case full_disk:
            machine_.set_disk_full(true);
            return agenda_.after(fault.lasts, [this] { machine_.set_disk_full(false); });
        case wall_clock: {
            eye_.wall_clock_is_set();
            ledger_.wall_clock_is_set();
            const auto by_ms = static_cast<std::int64_t>(fault.seed % 7'200'000) - 3'600'000;
            return machine_.set_wall_clock(fault.seed % 3 == 0 ? by_ms : by_ms / 1'000);
        }
        case no_journal: return machine_.delete_journal();
        case board_power:
        case cable_out:
        case bad_cable:
            if (auto* table = table_of(fault)) happen_at(*table, fault);
        }
    }

    void stop_machine(const Fault& fault) {
        if (!machine_.up()) return;
        fault.kind == Fault::Kind::kill ? machine_.kill(fault.seed) : machine_.lose_power(fault.seed);
        agenda_.after(fault.lasts, [this] {
            if (!machine_.up()) machine_.start();
        });
    }

    void happen_at(Table& table, const Fault& fault) {
        if (fault.kind == Fault::Kind::cable_out) {
            table.cable.set_plugged(false);
            agenda_.after(fault.lasts, [&table] { table.cable.set_plugged(true); });
        } else if (fault.kind == Fault::Kind::bad_cable) {
            table.cable.set_faults_per_million(static_cast<unsigned>(fault.seed % 3'000));
            agenda_.after(fault.lasts, [&table] { table.cable.set_faults_per_million(0); });
        } else if (!table.players.keep_still()) {
            agenda_.after(50 * ms, [this, &table, fault] { happen_at(table, fault); });
        } else if (table.board.on() && !table.players.ending()) {
            table.players.board_goes_off();
            table.board.lose_power();
            agenda_.after(fault.lasts, [&table] { table.board.start(); });
        }
    }

    // --- the end ---

    void come_to_rest() {
        if (scenario_.last_act == LastAct::lie) machine_.let_disk_lie();
        for (auto& table : tables_) {
            table->players.ask_to_stop();
            table->cable.set_plugged(true);
            table->cable.set_faults_per_million(0);
        }
        machine_.set_disk_full(false);
        machine_.set_disk(3 * ms);
        const auto rests = [this] {
            return machine_.up() && machine_.all_durable() &&
                   std::ranges::all_of(tables_, [](const auto& table) {
                       return table->players.stopped() && table->board.settled();
                   });
        };
        run_until(rests, time_to_settle + 20 * 60 * s, [this] {
            std::string text = "the hall does not come to rest:", first;
            for (const auto& table : tables_) {
                text += ' ' + table->players.account() + ';';
                if (first.empty() && !table->players.stopped()) first = table->players.now().id;
            }
            return Broken(first, text);
        });
        const auto is_shown = [this] {
            return std::ranges::all_of(tables_,
                                       [this](const auto& table) { return shows(table->players.now()); });
        };
        run_until(is_shown, time_to_settle + scenario_.delay_ms * ms, [this] {
            std::string text = "what was played is not shown in the end:", first;
            for (const auto& table : tables_)
                if (const auto& truth = table->players.now(); !shows(truth)) {
                    const auto* shown = eye_.last(truth.id);
                    if (first.empty()) first = truth.id;
                    text += ' ' + truth.id + " with " + std::to_string(shown ? shown->moves.size() : 0) +
                            " of " + std::to_string(truth.landed.size()) + " plies and the result " +
                            std::string(chess::to_string(shown ? shown->result : chess::Result::open)) +
                            " of " + std::string(chess::to_string(truth.game.result)) + ';';
                }
            return Broken(first, text);
        });
        for (auto& table : tables_)
            for (const auto& game : table->players.games())
                if (game.begun) ledger_.check(game);
        machine_.bring_copy_up_to_date();
        if (scenario_.is_signed) ledger_.check_evidence(machine_.journal(), hall_key());
        switch (scenario_.last_act) {
        case LastAct::damage_log:
            machine_.kill(scenario_.seed);
            machine_.damage_log(scenario_.seed);
            return check_loss();
        case LastAct::lie:
            run_until([this] { return !machine_.mark_is_behind(); }, time_to_settle,
                      [] { return Broken("the mark beside the journal stays behind it"); });
            machine_.lose_power(scenario_.seed);
            return check_loss();
        case LastAct::damage_game: return go_on_without_a_game();
        }
    }

    void check_loss() {
        if (const auto compared = machine_.open_journal())
            ledger_.check_loss(machine_.journal(), compared->lost);
    }

    /// The damage is reported, and other games are unharmed.
    void go_on_without_a_game() {
        const auto& tables = scenario_.tables;
        const auto& table = *tables_[scenario_.seed % tables.size()];
        const auto& id = table.players.now().id;
        const auto line = ledger_.line_only_of(id);
        if (!line) return;
        damaged_ = id;
        machine_.stop();
        machine_.damage_line(*line, scenario_.seed);
        machine_.start();
        if (!machine_.up()) throw Broken("it does not start because an input of " + damaged_ + " is damaged");
        if (!told_of_damage_) throw Broken("nobody is told that " + damaged_ + " is damaged: " + *line);
        const auto rests = [this] {
            return std::ranges::all_of(tables_, [](const auto& each) { return each->board.settled(); });
        };
        run_until(rests, time_to_settle,
                  [this] { return Broken("after " + damaged_ + " was damaged no rest"); });
        ledger_.check(machine_.journal(), damaged_);
    }

    template<class So, class Else>
    void run_until(So&& so, Us longest, Else&& told) {
        const auto end = agenda_.now() + longest;
        while (!so())
            if (!agenda_.step(end)) throw told();
    }

    bool shows(const Truth& truth) const {
        const auto* shown = eye_.last(truth.id);
        if (truth.lossy || truth.landed.empty()) return true;
        return shown && shown->moves.size() == truth.landed.size() &&
               (!truth.finished || shown->result == truth.game.result);
    }

    const Scenario scenario_;
    Agenda agenda_;
    Ledger ledger_;
    Machine machine_;
    PublicEye eye_;
    std::vector<std::unique_ptr<Table>> tables_;
    Outcome outcome_;
    std::uint64_t looks_ = 0;
    bool starts_ = false;         // no action yet in this life
    std::string damaged_;         // a game damaged in the journal
    bool told_of_damage_ = false; // in this life
};

} // namespace

Outcome simulate(const Scenario& scenario) { return Hall(scenario).run(); }

namespace {

/// Ignores games and numbers.
bool breaks_alike(const std::string& one, const std::string& other) {
    const auto kind = [](const std::string& text) {
        std::string letters;
        for (const char c : text)
            if (!(c >= '0' && c <= '9') && c != '-') letters += c;
        return letters.substr(0, 40);
    };
    return !other.empty() && kind(one) == kind(other);
}

} // namespace

Scenario shrink(Scenario scenario, const Outcome& outcome) {
    auto broken = outcome.broken;
    scenario.until = std::min(scenario.until, outcome.at + 1 * s);
    const auto try_it = [&](Scenario smaller) {
        const auto tried = simulate(smaller);
        if (!breaks_alike(broken, tried.broken)) return false;
        smaller.until = std::min(smaller.until, tried.at + 1 * s);
        scenario = std::move(smaller);
        return true;
    };
    for (auto tables = scenario.tables; const auto table : tables) {
        if (scenario.tables.size() == 1) break;
        auto smaller = scenario;
        std::erase(smaller.tables, table);
        try_it(std::move(smaller));
    }
    for (std::size_t step = std::max<std::size_t>(scenario.kept.size() / 2, 1); step > 0; step /= 2)
        for (std::size_t from = 0; from < scenario.kept.size();) {
            auto smaller = scenario;
            auto kept = scenario.kept;
            const auto first = kept.begin() + static_cast<std::ptrdiff_t>(from);
            kept.erase(first, first + static_cast<std::ptrdiff_t>(std::min(step, kept.size() - from)));
            keep_faults(smaller, kept);
            if (!try_it(std::move(smaller))) from += step;
        }
    return scenario;
}

} // namespace adoube::hall
