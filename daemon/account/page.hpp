#pragma once
// One self-contained page on what happened, for whoever decides; made to be printed.

#include "daemon/account/local_time.hpp"
#include "daemon/evidence/examine.hpp"

namespace adoube::account {

struct Verdict {
    std::string_view word;            // "VERIFIED"
    std::string of;                   // follows the word
    std::vector<std::string> meaning; // in sentences
};

/// Precondition: no faults.
std::string page(const evidence::Examination& found, const Verdict& verdict, const LocalTime& local = {});

} // namespace adoube::account
