#pragma once
// When rounds were started and closed, and by whom: acts of whoever runs the hall. They stop no game and
// change no result, and the public is not told. Kept in HALL.journal-rounds, an act a line, in their order:
//
//   {"event":"Open of A-Town","round":"3","did":"start","at":1763650931000,"by":"Otto (token 3)"}
//   {"event":"Open of A-Town","round":"3","did":"close","at":1763668800000,"by":"","results":"5dC…"}
//
// `did`: "start", "close" or "reopen", which undoes the last of the two that stands; `at`: UTC ms; `by`:
// empty on the daemon's own computer; `results`: of a closed round, as digest_of has it.

#include "daemon/results/hall_results.hpp"

#include <filesystem>
#include <variant>

namespace adoube::results {

struct RoundAct {
    enum class What : std::uint8_t { start, close, reopen };
    What what{};
    std::string event, round; // as in the tags
    UtcMs utc_ms{};
    std::string by{};
    std::string results{};
    friend bool operator==(const RoundAct&, const RoundAct&) = default;
};
/// What a reopening undoes: the act that was done then, as one has seen it, or the one that stands, if it is
/// such a one.
using Undone = std::variant<UtcMs, RoundAct::What>;
std::string_view to_string(RoundAct::What what);
std::optional<RoundAct::What> round_act_from(std::string_view word);

class RoundActs {
  public:
    /// More than a tournament has; of further ones the oldest is forgotten.
    static constexpr std::size_t most = 512;

    /// The error follows the file's name.
    static std::expected<RoundActs, std::string> parse(std::string_view lines);
    std::string lines() const;

    struct State {
        std::optional<RoundAct> started, closed; // the act that stands
    };
    State of(std::string_view event, std::string_view round) const;
    const std::vector<RoundAct>& all() const { return acts_; }

    /// Why it cannot be done as things are: one sentence, or empty. `of`: of a reopening; empty: of whatever
    /// stands.
    std::string objection(const RoundAct& act, const std::optional<Undone>& of = {}) const;
    void add(RoundAct act);

  private:
    std::vector<RoundAct> acts_;
};

/// Beside a journal.
std::filesystem::path rounds_file(const std::filesystem::path& journal);

/// Of what the files of the round hold: another one where anything in them is another.
std::string digest_of(const std::vector<HallGame>& games);
/// What speaks against closing a round: a sentence for each game without a result, or whose result no arbiter
/// has confirmed (8.7).
std::vector<std::string> close_doubts(const std::vector<HallGame>& games);

} // namespace adoube::results
