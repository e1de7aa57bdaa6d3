#pragma once
// The exchange between a log and its co-signers (C2SP tlog-witness). A request is text: "old SIZE", a line
// for each hash of the consistency proof from that size, an empty line, and the checkpoint as a note.

#include "daemon/tlog/checkpoint.hpp"

namespace adoube::tlog {

struct CosignRequest {
    std::uint64_t old_size = 0; // known to the co-signer; 0: none
    std::vector<Hash> proof;
    Note note;
    friend bool operator==(const CosignRequest&, const CosignRequest&) = default;
};

/// `old_size` must not exceed the checkpoint's size, nor that the tree's.
CosignRequest request_to_cosign(const Tree& tree, std::uint64_t old_size, Note note);
std::string to_text(const CosignRequest& request);
/// Strict: `to_text` gives back the same bytes. The error is a phrase.
std::expected<CosignRequest, std::string> parse_cosign_request(std::string_view bytes);

/// For a checkpoint of `kept` that came back co-signed: a note to keep beside it, with the log's signature
/// and the missing cosignatures; empty if none were. The error is a sentence without its full stop: a
/// checkpoint not kept, a false cosignature, or none by `cosigners`.
std::expected<std::optional<Note>, std::string> new_cosignatures(std::span<const Note> kept, const Note& back,
                                                                 std::span<const VerifierKey> cosigners);

} // namespace adoube::tlog
