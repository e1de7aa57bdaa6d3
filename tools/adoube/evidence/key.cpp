#include "tools/adoube/evidence/key.hpp"

#include "daemon/evidence/key_file.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/say.hpp"

#include <ostream>

namespace adoube::tools {
namespace {

int show(const std::expected<tlog::SigningKey, std::string>& key, Streams io) {
    if (!key) {
        say(io.err, key.error());
        return bad_input;
    }
    say(io.out, key->verifier().to_string());
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
    return show(evidence::make_key_file(options.file, options.name, type), io);
}

int run_evidence_key_show(const ShowKeyOptions& options, Streams io) {
    return show(evidence::read_key_file(options.file), io);
}

} // namespace adoube::tools
