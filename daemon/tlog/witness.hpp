#pragma once
// What a log and its co-signers say to each other (C2SP tlog-witness): a request to co-sign a checkpoint, and
// what comes of it. The request is text: "old SIZE", a line for each hash of the proof that the tree goes on
// from that size, an empty line, and the checkpoint as a note.

#include "daemon/tlog/checkpoint.hpp"

namespace adoube::tlog {

struct CosignRequest {
    std::uint64_t old_size = 0; // what the co-signer remembers; 0: nothing
    std::vector<Hash> proof;
    Note note;
    friend bool operator==(const CosignRequest&, const CosignRequest&) = default;
};

/// `old_size` is no more than the checkpoint's, and that no more than the tree's.
CosignRequest request_to_cosign(const Tree& tree, std::uint64_t old_size, Note note);
std::string to_text(const CosignRequest& request);
/// Strict: what is read is written back as the same bytes. The error is a phrase.
std::expected<CosignRequest, std::string> parse_cosign_request(std::string_view bytes);

/// Of a checkpoint that the log has signed and kept, in one note or several, and that came back co-signed:
/// what is to be kept beside it, its own signature and those of co-signers that it lacked. Nothing where it
/// lacked none. The error is a sentence without its full stop: it is no checkpoint that was kept, or none of
/// these co-signers has signed it.
std::expected<std::optional<Note>, std::string> new_cosignatures(std::span<const Note> kept, const Note& back,
                                                                 std::span<const VerifierKey> cosigners);

} // namespace adoube::tlog
