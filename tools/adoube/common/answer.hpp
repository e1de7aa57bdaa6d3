#pragma once
// How a verb answers: in sentences, or with --json as documents of JSON.md, in this one way for all verbs.

#include "tools/adoube/common/failure.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/common/streams.hpp"

#include <boost/json/fwd.hpp>

namespace adoube::tools {

/// On a line of its own, at once.
void put_json(std::ostream& out, const boost::json::value& document);

/// Where sentences for people go: with --json, standard output is for the document alone.
inline std::ostream& for_people(Streams io, bool as_json) { return as_json ? io.err : io.out; }

/// What a daemon answers, a line or several; as JSON {"ok":true,"answer":"sentence"}.
void print_answer(const std::string& answer, Streams io, bool as_json);
/// What was done, in one line, likewise; or why it was not. Returns the exit status.
int print_done(const Or<std::string>& done, Streams io, bool as_json);

} // namespace adoube::tools
