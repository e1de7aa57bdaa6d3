#include "tools/adoube/evidence/key.hpp"

#include "daemon/evidence/key_file.hpp"
#include "tools/adoube/common/answer.hpp"

#include <boost/json.hpp>

namespace adoube::tools {
namespace {

int show(const std::expected<tlog::SigningKey, std::string>& key, Streams io, bool as_json) {
    if (!key) {
        say(io.err, key.error());
        return bad_input;
    }
    const auto public_half = key->verifier().to_string();
    if (as_json)
        put_json(io.out, boost::json::object{{"key", public_half}});
    else
        say(io.out, public_half);
    return success;
}

} // namespace

int run_evidence_key_new(const NewKeyOptions& options, Streams io) {
    if (!options.name.empty() && !tlog::is_key_name(options.name)) {
        say(io.err, text::quoted(options.name) +
                        " is no name for a key: write it without spaces and plus, as in club.example/anna");
        return bad_input;
    }
    const auto type = options.cosigner ? tlog::SignatureType::cosignature : tlog::SignatureType::note;
    return show(evidence::make_key_file(options.file, options.name, type), io, options.json);
}

int run_evidence_key_show(const ShowKeyOptions& options, Streams io) {
    return show(evidence::read_key_file(options.file), io, options.json);
}

} // namespace adoube::tools
