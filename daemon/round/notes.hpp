#pragma once
// What is told of each board in the log: within an allowance for each kind of sentence, whatever the board
// sends and however often its cable is pulled. What is left out is counted, and told in one line as soon as
// one may be.

#include "daemon/round/allowance.hpp"
#include "daemon/round/ids.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace adoube::round {

/// For the log of whoever runs the hall; incidents stand in it, so it is not for the public.
struct Note {
    bool trouble = false;
    std::string text; // one sentence
};

/// The sentences name the board.
class Notes {
  public:
    enum class About : std::uint8_t { link, refusal, arrival, condition, loss, journal, incident };
    static constexpr std::size_t kinds = 7;
    /// Of one kind and table.
    static constexpr std::uint64_t most_at_once = 16, another_after_us = 20'000'000;

    explicit Notes(std::size_t tables) : tables_(tables) {}

    /// Nothing where it is left out, for now.
    std::optional<Note> admit(TableId table, About about, Note note, SteadyUs now_us);
    /// What can now be told of what was left out: the last of each kind, and how many there were.
    std::vector<Note> left_out(SteadyUs now_us);

  private:
    struct Kind {
        Allowance allowance{most_at_once, another_after_us};
        std::uint64_t left_out = 0;
        Note last{}; // of those
    };

    ById<TableId, std::array<Kind, kinds>> tables_;
};

} // namespace adoube::round
