#include "tools/adoube/evidence/key_copy.hpp"

#include "daemon/evidence/key_file.hpp"
#include "daemon/tlog/key_copy.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/evidence/passphrase.hpp"

namespace adoube::tools {
namespace {

Or<tlog::SigningKey> key_from(const std::string& copy, const std::string& passphrase) {
    const auto text = read_file(copy);
    if (!text) return bad(text.error());
    auto key = tlog::from_key_copy(*text, passphrase);
    if (!key) return bad(copy + " " + key.error());
    return std::move(*key);
}

Or<std::string> backed_up(const KeyCopyOptions& options, std::istream& in) {
    const auto key = evidence::read_key_file(options.file);
    if (!key) return bad(key.error());
    const auto passphrase = read_passphrase(options.passphrase, in, true);
    if (!passphrase) return passphrase;
    const auto written = evidence::write_secret_file(options.output, tlog::to_key_copy(*key, *passphrase));
    if (!written) return bad(written.error());
    const auto again = key_from(options.output, *passphrase);
    if (!again || again->to_string() != key->to_string())
        return bad(options.output +
                   " was written, but the key cannot be made from it again: try another disk");
    return key->verifier().to_string() + " can be made again from " + options.output +
           " and its passphrase: print it, and keep the two apart from each other and from the computer";
}

Or<std::string> restored(const KeyCopyOptions& options, std::istream& in) {
    const auto passphrase = read_passphrase(options.passphrase, in, false);
    if (!passphrase) return passphrase;
    const auto key = key_from(options.file, *passphrase);
    if (!key) return std::unexpected(key.error());
    const auto written = evidence::write_secret_file(options.output, key->to_string() + "\n");
    if (!written) return bad(written.error());
    return key->verifier().to_string();
}

} // namespace

int run_evidence_key_backup(const KeyCopyOptions& options, Streams io) {
    return print_done(backed_up(options, io.in), io, options.json);
}

int run_evidence_key_restore(const KeyCopyOptions& options, Streams io) {
    return print_done(restored(options, io.in), io, options.json);
}

} // namespace adoube::tools
