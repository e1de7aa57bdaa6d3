#pragma once
// `adoube verify FILE`: is this evidence what it says it is? Offline.

#include "daemon/evidence/examine.hpp"
#include "tools/adoube/common/streams.hpp"

#include <iosfwd>

namespace adoube::tools {

struct VerifyOptions {
    std::string file; // - is `in`
    std::vector<std::string> keys, witnesses;
    std::vector<std::string> published;       // files with checkpoints that came another way
    bool brief = false;                       // only the verdict
    std::vector<std::string> statements = {}; // files of what was said about keys
    std::vector<std::string> vouchers = {};   // keys whose word on other keys counts
    /// Only whether the file fits together is asked, whoever made it.
    bool self_consistent = false;
    std::string time_zone = {}; // of the hall, as LocalTime takes it
};

/// The game, the incidents and every touch with its time, then VERIFIED and by whom; or each thing that does
/// not fit. 0 verified, 1 not verified, 2 where the file cannot be read or is no evidence, 3 where it fits
/// together but nothing that was given says whose it is.
int run_verify(const VerifyOptions& options, Streams io);

/// The file and keys of `options`, read. The error is one sentence.
std::expected<evidence::Examination, std::string> examine_file(const VerifyOptions& options,
                                                               std::istream& in);

/// What a verdict says, and what it comes to.
struct Verdict {
    int status;
    std::string_view word;
    std::string of;                   // follows the word
    std::vector<std::string> meaning; // sentences of their own
};
/// Of evidence without faults.
Verdict verdict_on(const evidence::Examination& found, bool self_consistent);

} // namespace adoube::tools
