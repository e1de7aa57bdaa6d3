#pragma once
// An evidence file: one game, or some moves of it, as a C2SP checkpoint whose extension lines hold the record
// itself. So one signature covers every byte before it, whoever can check a signed note can check the file,
// and a second party can co-sign it. Lines, in this order and one spelling:
//
//   ORIGIN, SIZE, ROOT            of the game's whole tree (checkpoint.hpp)
//   adoube-evidence/v1
//   key VKEY                      who signs the file; then other keys that signed checkpoints in it
//   exported UTC_S
//   all                           or: extract FIRST_INPUT LAST_INPUT FIRST_PLY LAST_PLY FEN
//   adoube-game …                 the leaves (leaf.hpp): the header,
//   adoube-input …                and the inputs
//   salt SALT                     one for each of these leaves; none of a game without a secret
//   proof HASH                    of an extract: that these leaves are in the tree (Tree::inclusion of
//                                 several)
//   checkpoint                    what was signed before, by size: a note, each of its lines after "> ", an
//   > LINE                        empty one as ">"
//   consistent HASH               of an extract: that it is a beginning of the tree
//
// The position that an extract begins with is stated by who signs it; it does not follow from the file.

#include "daemon/record/game_entry.hpp"
#include "daemon/tlog/checkpoint.hpp"

namespace adoube::evidence {

struct Extract {
    std::uint64_t first_input = 1;
    int first_ply = 1, last_ply = 1;
    std::string fen; // before first_ply
    friend bool operator==(const Extract&, const Extract&) = default;
};

struct EarlierCheckpoint {
    tlog::Note note;
    std::vector<tlog::Hash> consistency; // only in an extract
    friend bool operator==(const EarlierCheckpoint&, const EarlierCheckpoint&) = default;
};

struct Evidence {
    std::string origin;
    std::uint64_t size = 0;
    tlog::Hash root{};
    std::vector<tlog::VerifierKey> keys; // the first signs the file
    std::uint64_t exported_utc_s = 0;
    std::optional<Extract> extract; // empty: it is the whole game
    record::GameEntry game;         // never its secret
    std::vector<record::Entry> inputs;
    std::vector<std::string> salts; // of the header and of each input; or none
    std::vector<tlog::Hash> proof;
    std::vector<EarlierCheckpoint> checkpoints;

    /// The number of its first input, and one past its last.
    std::uint64_t first_input() const { return extract ? extract->first_input : 1; }
    std::uint64_t end_input() const { return first_input() + inputs.size(); }
    friend bool operator==(const Evidence&, const Evidence&) = default;
};

/// The text that is signed.
std::string to_text(const Evidence& evidence);

/// More is refused, before anything is looked at that takes long: a game of a whole day has 2 MB, with as
/// many signatures as four sign in it each second.
inline constexpr std::size_t most_bytes_in_file = 32 << 20, most_signatures_in_file = 32'768;

/// What is not as it must be, each as one sentence without its full stop; the numbers of inputs that were
/// read are looked at too: missing, doubled, out of order. Empty `faults`: the text is `to_text(evidence)`.
struct ParsedEvidence {
    Evidence evidence;
    std::vector<std::string> faults;
    bool is_evidence = true; // false: another kind of file
};
ParsedEvidence parse_evidence(std::string_view text);

/// The whole game, or an extract of it, signed. Of `inputs` all, of `checkpoints` those that are to be shown,
/// which the tree must have (`begins_with`). `extract` counts `inputs_of_extract` inputs.
tlog::Note make_evidence(const tlog::SigningKey& key, std::uint64_t utc_s, const record::GameEntry& game,
                         const std::vector<record::Entry>& inputs, const std::vector<tlog::Note>& checkpoints,
                         const std::vector<tlog::VerifierKey>& other_keys,
                         const std::optional<Extract>& extract = {}, std::uint64_t inputs_of_extract = 0);

/// The leaves that it holds, with the numbers that they have in the game's tree.
std::vector<tlog::ProvenLeaf> leaves_of(const Evidence& evidence);
/// The tree of a whole game.
tlog::Tree tree_of(const Evidence& whole);
tlog::Tree tree_of(const record::GameEntry& game, std::span<const record::Entry> inputs);
bool begins_with(const tlog::Tree& tree, const tlog::Checkpoint& checkpoint);

} // namespace adoube::evidence
