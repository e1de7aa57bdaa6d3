#pragma once
// An evidence file: a game or part of one, as a C2SP checkpoint whose extension lines hold the record. One
// signature covers every byte before it, any signed-note tool can check it, and others can co-sign it. Lines,
// in this order and one spelling:
//
//   ORIGIN, SIZE, ROOT            of the game's whole tree (checkpoint.hpp)
//   adoube-evidence/v1
//   key VKEY                      the file's signer; then other keys that signed its checkpoints
//   exported UTC_S
//   all                           or: extract FIRST_INPUT LAST_INPUT FIRST_PLY LAST_PLY FEN
//   adoube-game …                 the leaves (leaf.hpp): the header,
//   adoube-input …                and the inputs; an extract has first those earlier ones that correct tags
//   salt SALT                     one per leaf above; none if the game has no secret
//   proof HASH                    extract only: inclusion of the leaves (Tree::inclusion of several)
//   checkpoint                    earlier checkpoints by size: a note, each line after "> ",
//   > LINE                        an empty one as ">"
//   consistent HASH               extract only: consistency of the checkpoint with the tree
//
// An extract's first position is only its signer's claim, as is that no other correction precedes it.

#include "daemon/record/game_entry.hpp"
#include "daemon/tlog/checkpoint.hpp"

#include <span>

namespace adoube::evidence {

/// An input that corrects the header's tags, as names are often told after the game was opened.
struct Correction {
    std::uint64_t input = 0;
    record::Entry entry;
    friend bool operator==(const Correction&, const Correction&) = default;
};

struct Extract {
    std::uint64_t first_input = 1;
    int first_ply = 1, last_ply = 1;
    std::string fen;                       // before first_ply
    std::vector<Correction> corrections{}; // before first_input
    friend bool operator==(const Extract&, const Extract&) = default;
};

struct EarlierCheckpoint {
    tlog::Note note;
    std::vector<tlog::Hash> consistency; // extracts only
    friend bool operator==(const EarlierCheckpoint&, const EarlierCheckpoint&) = default;
};

struct Evidence {
    std::string origin;
    std::uint64_t size = 0;
    tlog::Hash root{};
    std::vector<tlog::VerifierKey> keys; // the first signs the file
    std::uint64_t exported_utc_s = 0;
    std::optional<Extract> extract; // empty: whole game
    record::GameEntry game;         // without its secret
    std::vector<record::Entry> inputs;
    std::vector<std::string> salts; // of the header, each correction and each input, or none
    std::vector<tlog::Hash> proof;
    std::vector<EarlierCheckpoint> checkpoints;

    std::uint64_t first_input() const { return extract ? extract->first_input : 1; }
    std::uint64_t end_input() const { return first_input() + inputs.size(); }
    /// Of a whole game none.
    std::span<const Correction> corrections() const {
        return extract ? std::span<const Correction>(extract->corrections) : std::span<const Correction>();
    }
    friend bool operator==(const Evidence&, const Evidence&) = default;
};

/// The signed text.
std::string to_text(const Evidence& evidence);

/// Larger files are refused before any slow check. A whole day's game takes 2 MB, with signatures of four
/// signers every second.
inline constexpr std::size_t most_bytes_in_file = 32 << 20, most_signatures_in_file = 32'768;

/// Faults are sentences without full stops, also for missing, doubled or misordered inputs. Without faults
/// the text equals `to_text(evidence)`.
struct ParsedEvidence {
    Evidence evidence;
    std::vector<std::string> faults;
    bool is_evidence = true; // false: another kind of file
};
ParsedEvidence parse_evidence(std::string_view text);

/// Signs the whole game, or an extract of `inputs_of_extract` inputs. Takes all `inputs`, and the
/// `checkpoints` to show, which must be prefixes of the tree (`begins_with`).
tlog::Note make_evidence(const tlog::SigningKey& key, std::uint64_t utc_s, const record::GameEntry& game,
                         const std::vector<record::Entry>& inputs, const std::vector<tlog::Note>& checkpoints,
                         const std::vector<tlog::VerifierKey>& other_keys,
                         const std::optional<Extract>& extract = {}, std::uint64_t inputs_of_extract = 0);

/// Its leaves, numbered as in the game's tree.
std::vector<tlog::ProvenLeaf> leaves_of(const Evidence& evidence);
/// Whole games only.
tlog::Tree tree_of(const Evidence& whole);
tlog::Tree tree_of(const record::GameEntry& game, std::span<const record::Entry> inputs);
bool begins_with(const tlog::Tree& tree, const tlog::Checkpoint& checkpoint);

} // namespace adoube::evidence
