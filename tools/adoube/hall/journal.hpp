#pragma once
// `adoube journal copy`: takes a journal to another computer, also while its daemon writes it, or off a
// stick.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct JournalCopyOptions {
    std::string journal, copy;
    bool json = false;
};
/// Prints what the copy holds and the time of its last input.
int run_journal_copy(const JournalCopyOptions& options, Streams io);

} // namespace adoube::tools
