#pragma once
// Which key signs the record when the daemon starts.

#include "daemon/journal/journal.hpp"
#include "daemon/tlog/key.hpp"

#include <filesystem>
#include <optional>
#include <span>

namespace adoube::adoubed {

/// Of `file`; made where there is none and nobody has signed anything in the journal yet. No `file`: none.
/// The error is one sentence: it cannot be read, is gone, is followed by another, was revoked. What else
/// people should know of it is in the log.
std::expected<std::optional<tlog::SigningKey>, std::string> evidence_key(const std::filesystem::path& file,
                                                                         journal::Journal& journal);

/// Why `evidence_key` would not give one, `newest` being what journal::newest_checkpoints has: that sentence,
/// or empty. Makes nothing for good.
std::string why_no_evidence_key(const std::filesystem::path& file,
                                std::span<const record::Checkpoint> newest);

} // namespace adoube::adoubed
