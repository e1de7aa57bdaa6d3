#pragma once
// `adoube verify FILE`: is this evidence what it claims to be? Offline.

#include "daemon/account/page.hpp"
#include "tools/adoube/common/streams.hpp"

#include <iosfwd>

namespace adoube::tools {

struct VerifyOptions {
    std::string file; // - is `in`
    std::vector<std::string> keys, witnesses;
    std::vector<std::string> published;       // checkpoint files from elsewhere
    bool brief = false;                       // only the verdict
    std::vector<std::string> statements = {}; // files of key statements
    std::vector<std::string> vouchers = {};   // whose word on other keys counts
    /// Checks only that it fits together, whoever made it.
    bool self_consistent = false;
    std::string time_zone = {}; // of the hall, for LocalTime
    bool json = false;          // the verdict alone, for a program
};

/// Prints the game, the incidents and every touch with its time, then VERIFIED and by whom; or each fault. 1
/// not verified, 2 unreadable or no evidence, 3 consistent, but nothing given says whose it is.
int run_verify(const VerifyOptions& options, Streams io);

std::expected<evidence::Examination, std::string> examine_file(const VerifyOptions& options, Streams io);

struct Verdict {
    int status;
    account::Verdict told;
};
/// Precondition: no faults.
Verdict verdict_on(const evidence::Examination& found, bool self_consistent);

struct Verified {
    evidence::Examination found;
    account::Verdict told;
};
/// For what is made of verified evidence alone. The error is the exit status of `run_verify`, once it is said
/// on `io.err` why there is no `what`.
std::expected<Verified, int> verified_file(const VerifyOptions& options, Streams io, const std::string& what);

} // namespace adoube::tools
