#pragma once
// Limits log lines about each board by kind, whatever it sends and however often its cable is pulled.
// Suppressed lines are counted, and reported in one line once the allowance permits.

#include "daemon/round/allowance.hpp"
#include "daemon/round/ids.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace adoube::round {

/// For the operator's log; may name incidents, so not public.
struct Note {
    bool trouble = false;
    std::string text; // one sentence, naming the board
};

class Notes {
  public:
    enum class About : std::uint8_t { link, refusal, arrival, condition, loss, journal, incident };
    static constexpr std::size_t kinds = 7;
    /// Per kind and table.
    static constexpr std::uint64_t most_at_once = 16, another_after_us = 20'000'000;

    explicit Notes(std::size_t tables) : tables_(tables) {}

    /// Empty: suppressed for now.
    std::optional<Note> admit(TableId table, About about, Note note, SteadyUs now_us);
    /// For each kind, the last suppressed note, with the number of those before it.
    std::vector<Note> left_out(SteadyUs now_us);

  private:
    struct Kind {
        Allowance allowance{most_at_once, another_after_us};
        std::uint64_t left_out = 0;
        Note last{};
    };

    ById<TableId, std::array<Kind, kinds>> tables_;
};

} // namespace adoube::round
