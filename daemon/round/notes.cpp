#include "daemon/round/notes.hpp"

namespace adoube::round {

std::optional<Note> Notes::admit(TableId table, About about, Note note, SteadyUs now_us) {
    Kind& kind = tables_[table][static_cast<std::size_t>(about)];
    // In order: notes left out come first.
    if (kind.left_out == 0 && kind.allowance.left(now_us) > 0) {
        kind.allowance.spend(1, now_us);
        return note;
    }
    ++kind.left_out;
    kind.last = std::move(note);
    return std::nullopt;
}

std::vector<Note> Notes::left_out(SteadyUs now_us) {
    std::vector<Note> told;
    for (auto& board : tables_)
        for (Kind& kind : board) {
            if (kind.left_out == 0 || kind.allowance.left(now_us) == 0) continue;
            kind.allowance.spend(1, now_us);
            const auto before = std::exchange(kind.left_out, 0) - 1;
            if (before > 0)
                kind.last.text += " (" + std::to_string(before) + " such lines before it were left out)";
            told.push_back(std::exchange(kind.last, {}));
        }
    return told;
}

} // namespace adoube::round
