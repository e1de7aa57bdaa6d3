#include "tools/adoube/hall/certificate.hpp"

#include "daemon/files/replace.hpp"
#include "daemon/server/own_certificate.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/hall/terminal_code.hpp"

#include <ostream>

namespace adoube::tools {
namespace {

int refuse(std::ostream& err, const std::string& sentence) {
    say(err, "adoube certificate: " + sentence);
    return bad_input;
}

/// "http://[fe80::1]:8080/phone"
std::string page_at(const std::string& host, int port) {
    const bool is_v6 = host.contains(':');
    return "http://" + (is_v6 ? '[' + host + ']' : host) + ':' + std::to_string(port) + "/phone";
}

} // namespace

int run_certificate_new(const CertificateNewOptions& options, Streams io) {
    const auto own = server::make_own_certificate(options.hosts, options.days);
    if (!own) return refuse(io.err, own.error());
    if (const auto made = files::make(options.key, own->key, files::ReadableBy::owner); !made)
        return refuse(io.err, options.key + ' ' + made.error());
    if (const auto made = files::make(options.certificate, own->certificate, files::ReadableBy::everybody);
        !made) {
        std::error_code ignored;
        std::filesystem::remove(options.key, ignored); // belongs to none
        return refuse(io.err, options.certificate + ' ' + made.error());
    }
    const auto page = page_at(options.hosts.front(), options.port);
    say(io.err, "made " + options.certificate + " and " + options.key + ", good for " +
                    std::to_string(options.days) +
                    " days; add these lines at the end of the configuration, and "
                    "start adoubed again:");
    io.out << "[tls]\ncertificate = \"" << options.certificate << "\"\nkey = \"" << options.key << '"'
           << std::endl;
    io.err << terminal_code(page);
    say(io.err, "then each phone opens " + page +
                    " once, by this code, and installs the certificate if its fingerprint is");
    say(io.err, own->fingerprint);
    return success;
}

} // namespace adoube::tools
