#pragma once
// `adoube journal copy`: to take a journal to another computer, also while its daemon writes it, or a copy
// off the stick that it was kept on.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct JournalCopyOptions {
    std::string journal, copy;
};
/// Says what the copy holds, and how old its last input is. 2 where one of the two cannot be used.
int run_journal_copy(const JournalCopyOptions& options, Streams io);

} // namespace adoube::tools
