#pragma once
// Chooses the key that signs the record.

#include "daemon/journal/journal.hpp"
#include "daemon/tlog/key.hpp"

#include <filesystem>
#include <optional>
#include <span>

namespace adoube::adoubed {

/// Reads the key in `file`; if absent and nothing in the journal is signed yet, creates it. Empty `file`: no
/// key. The error is one sentence: unreadable, missing, superseded or revoked.
std::expected<std::optional<tlog::SigningKey>, std::string> evidence_key(const std::filesystem::path& file,
                                                                         journal::Journal& journal);

/// The error that `evidence_key` would return, or empty; `newest` is from journal::newest_checkpoints. Leaves
/// nothing behind.
std::string why_no_evidence_key(const std::filesystem::path& file,
                                std::span<const record::Checkpoint> newest);

} // namespace adoube::adoubed
