#pragma once
// Evidence to print: the record, or part of it, signed, examined as by anybody who gets it, and only then
// made a page. No I/O.

#include "daemon/account/local_time.hpp"
#include "daemon/evidence/statement.hpp"
#include "daemon/journal/contents.hpp"
#include "daemon/tlog/key.hpp"

#include <optional>

namespace adoube::inquiry {

struct Signing {
    tlog::SigningKey key;
    std::vector<evidence::SignedStatement> statements; // about it and those before it
    std::vector<tlog::VerifierKey> cosigners;
    std::int64_t utc_s = 0;
};

/// Plies, 1 = the first; what cannot be told without others comes with them.
struct Span {
    int first = 1, last = 1;
};

/// The smallest part of the game that shows this incident; empty: only the whole game does.
std::optional<Span> span_of(const journal::WholeGame& game, int incident);

struct SignedRecord {
    std::string file; // evidence (daemon/evidence/evidence.hpp)
    std::string page; // HTML
};

/// Empty `span`: the whole game. The error is one sentence without its full stop.
std::expected<SignedRecord, std::string> signed_page(const journal::WholeGame& game, std::optional<Span> span,
                                                     const Signing& signing, const account::LocalTime& local);

} // namespace adoube::inquiry
