// Writes evidence files as our tools make them: `evidence_vectors FOLDER`.

#include "tests/unit/evidence/recorded_game.hpp"

#include "daemon/evidence/replay.hpp"

#include <filesystem>
#include <fstream>

using namespace adoube;
using tests::RecordedGame;

namespace {

std::filesystem::path folder;

void write(const std::string& name, const std::string& text) {
    std::ofstream(folder / name, std::ios::binary) << text;
}

tlog::Note extract_of(const RecordedGame& recorded, int from, int to) {
    auto checkpoints = recorded.checkpoints;
    for (auto& note : checkpoints)
        note.signatures.push_back(cosign(tests::arbiter_key, note.text, 1'763'650'000));
    const auto part = evidence::part_of_game(recorded.game, recorded.inputs, from, to).value();
    return make_evidence(tests::hall_key, 1'763'650'000, recorded.game, recorded.inputs, checkpoints,
                         {tests::arbiter_key.verifier()}, part.extract, part.inputs);
}

} // namespace

int main(int, char** argv) {
    folder = argv[1];
    const RecordedGame recorded;
    write("hall.vkey", tests::hall_key.verifier().to_string());
    write("arbiter.vkey", tests::arbiter_key.verifier().to_string());
    write("other.vkey", tests::other_key.verifier().to_string());
    write("published", to_text(recorded.checkpoints.back()));
    write("early", to_text(recorded.checkpoints[5]));
    write("whole.evidence", to_text(recorded.whole()));
    write("rotated.evidence", to_text(recorded.whole(tests::other_key)));
    write("short.evidence", to_text(RecordedGame("e4").whole()));
    write("extract.evidence", to_text(extract_of(recorded, 3, 4)));
    write("last.evidence", to_text(extract_of(recorded, 20, 30)));
    write("corrected.evidence", to_text(extract_of(RecordedGame::with_corrections(), 7, 9)));
    const RecordedGame unsalted(tests::short_game, "");
    write("unsalted-short.evidence", to_text(RecordedGame("e4", "").whole()));
    write("unsalted-extract.evidence", to_text(extract_of(unsalted, 3, 4)));
    auto cosigned = recorded.whole();
    cosigned.signatures.push_back(cosign(tests::arbiter_key, cosigned.text, 1'763'650'001));
    write("cosigned.evidence", to_text(cosigned));
}
