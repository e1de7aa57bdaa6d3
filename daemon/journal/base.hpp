#pragma once
// With what the journal of another computer begins, which goes on where this one's ends. Errors are one
// sentence.

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>

namespace adoube::journal {

/// All that `journal` holds at this moment, in one new file, replacing what is there. Its writer never waits.
std::expected<void, std::string> write_base(const std::filesystem::path& journal,
                                            const std::filesystem::path& base);

/// Makes `base` the journal, which nobody has open. The former one is deleted if the base holds all of it,
/// and kept beside (FILE.kept-1) if not: `kept_beside` tells. On an error the journal is as it was.
std::expected<void, std::string> take_base(const std::filesystem::path& base,
                                           const std::filesystem::path& journal);

} // namespace adoube::journal
