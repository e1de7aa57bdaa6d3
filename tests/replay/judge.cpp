#include "tests/replay/judge.hpp"

#include "daemon/chess/notation/san.hpp"
#include "daemon/record/sensor_log.hpp"

#include <algorithm>
#include <sstream>

namespace adoube::replay {

namespace {

using Moves = std::span<const chess::Move>;

/// The longest common subsequence's length.
std::size_t in_common(Moves a, Moves b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (const chess::Move move : a) {
        std::size_t diagonal = 0;
        for (std::size_t at = 0; at < b.size(); ++at) {
            const auto above = row[at + 1];
            row[at + 1] = move == b[at] ? diagonal + 1 : std::max(above, row[at]);
            diagonal = above;
        }
    }
    return row.back();
}

std::size_t first_difference(Moves a, Moves b) {
    return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

std::string move_at(const chess::Game& game, std::size_t ply) {
    if (ply >= game.moves().size()) return "nothing";
    return to_san(game.position_at(ply), game.moves()[ply]);
}

} // namespace

umpire::Umpire replayed(const record::Header& header, std::span<const record::Input> inputs) {
    umpire::Umpire umpire(header);
    for (const auto& input : inputs) umpire.feed(input);
    return umpire;
}

Verdict judge(const PlayedGame& played, const umpire::GameRecord& record) {
    const Moves truth = played.game.moves(), told = record.game.moves();
    const bool same = std::ranges::equal(truth, told);
    Verdict verdict{truth.size(),
                    same ? truth.size() : in_common(truth, told),
                    same,
                    played.result == record.result,
                    0,
                    0};
    for (std::size_t ply = 0; same && ply < played.left_ms.size(); ++ply) {
        if (!played.left_ms[ply]) continue;
        ++verdict.times;
        verdict.times_right += played.left_ms[ply] == record.moves[ply].clock_ms;
    }
    return verdict;
}

std::string explain(const PlayedGame& played, const umpire::GameRecord& record) {
    constexpr std::int64_t before_ms = 4000, after_ms = 4000;
    std::ostringstream text;
    const auto ply = first_difference(played.game.moves(), record.game.moves());
    text << "ply " << ply + 1 << " of " << played.game.moves().size() << ": played "
         << move_at(played.game, ply) << ", recorded " << move_at(record.game, ply) << " ("
         << record.game.moves().size() << " plies); result " << to_string(played.result) << ", recorded "
         << to_string(record.result) << "\n  " << to_line(played.header)
         << "\n  before: " << played.game.position_at(ply).fen() << "\n";
    const auto end_ms = played.inputs.empty() ? 0 : played.inputs.back().t_ms.count();
    const auto last_ms = played.plies.empty() ? 0 : played.plies.back().to_ms;
    const Interval when = ply < played.plies.size() ? played.plies[ply] : Interval{last_ms, end_ms};
    const auto to_ms = ply + 1 < played.plies.size() ? played.plies[ply + 1].to_ms : when.to_ms;
    for (std::size_t line = 0; line < played.inputs.size(); ++line) {
        const auto t_ms = played.inputs[line].t_ms.count();
        if (t_ms < when.from_ms - before_ms || t_ms > to_ms + after_ms) continue;
        text << "  " << line + 1 << (t_ms >= when.from_ms && t_ms <= when.to_ms ? " > " : "   ")
             << to_line(played.inputs[line]) << "\n";
    }
    return text.str();
}

} // namespace adoube::replay
