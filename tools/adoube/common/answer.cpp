#include "tools/adoube/common/answer.hpp"

#include <boost/json.hpp>

namespace adoube::tools {

namespace json = boost::json;

void put_json(std::ostream& out, const json::value& document) {
    out << json::serialize(document) << '\n' << std::flush;
}

void print_answer(const std::string& answer, Streams io, bool as_json) {
    if (as_json) return put_json(io.out, json::object{{"ok", true}, {"answer", answer}});
    say_lines(io.out, answer);
    io.out << std::flush;
}

int print_done(const Or<std::string>& done, Streams io, bool as_json) {
    if (!done) {
        say(io.err, done.error().sentence);
        return done.error().status;
    }
    if (as_json)
        print_answer(*done, io, as_json);
    else
        say(io.out, *done);
    return success;
}

} // namespace adoube::tools
