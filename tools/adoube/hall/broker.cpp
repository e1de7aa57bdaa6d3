#include "tools/adoube/hall/broker.hpp"

#include "daemon/files/replace.hpp"
#include "daemon/stream/subject.hpp"
#include "daemon/text/hex.hpp"
#include "tools/adoube/common/answer.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <sys/random.h>
#include <system_error>
#include <unistd.h>

namespace adoube::tools {
namespace {

namespace fs = std::filesystem;

constexpr auto hub_domain = "hub";

int refuse_broker(std::ostream& err, const std::string& sentence) {
    say(err, "adoube broker: " + sentence);
    return bad_input;
}

/// In a string of the configuration.
std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char one : text) {
        if (one == '"' || one == '\\') out += '\\';
        out += one;
    }
    return out + '"';
}

std::string password() {
    std::array<std::uint8_t, 16> drawn{};
    if (::getentropy(drawn.data(), drawn.size()) != 0)
        throw std::system_error(errno, std::generic_category(), "the system's random numbers");
    return text::to_hex(drawn);
}

fs::path configuration_of(const BrokerOptions& options) { return fs::path(options.folder) / "nats.conf"; }

std::string jet_stream(const BrokerOptions& options, const std::string& domain) {
    return "jetstream { store_dir: " + quoted(fs::absolute(fs::path(options.folder) / "store").string()) +
           ", domain: " + quoted(domain) + " }\n";
}

/// What one may ask the JetStream of `domain` about the event's stream; `more`: also to make it.
std::string asks_about_stream(const std::string& api, const std::string& event, bool more) {
    const auto stream = "adoube-" + event;
    const auto one = [&](const std::string& what) { return '"' + api + what + '"'; };
    auto all = one(".INFO") + ", " + one(".STREAM.INFO." + stream) + ", " +
               one(".CONSUMER.CREATE." + stream) + ", " + one(".CONSUMER.INFO." + stream + ".*");
    if (more) all += ", " + one(".STREAM.CREATE." + stream);
    return all;
}

std::expected<void, std::string> check_all(const BrokerOptions& options) {
    std::set<std::string> taken{"display"};
    for (const auto& name : options.halls) {
        if (const auto good = stream::check_name(name); !good)
            return std::unexpected("hall \"" + name + "\" " + good.error());
        if (!taken.insert(name).second)
            return std::unexpected("hall " + name +
                                   " is named twice, or as displays are: give it another name");
    }
    if (!options.event.empty())
        if (const auto good = stream::check_name(options.event); !good)
            return std::unexpected("event \"" + options.event + "\" " + good.error());
    return {};
}

/// Only its owner may read it, as it holds passwords.
std::expected<bool, std::string> make_if_new(const BrokerOptions& options, const std::string& text) {
    std::error_code error;
    const auto file = configuration_of(options);
    if (fs::exists(file, error)) return false;
    fs::create_directories(options.folder, error);
    if (error) return std::unexpected(options.folder + " cannot be made: " + error.message());
    if (const auto made = files::make(file, text, files::ReadableBy::owner); !made)
        return std::unexpected(file.string() + ' ' + made.error());
    return true;
}

int become_server(const BrokerOptions& options, Streams io) {
    io.out << std::flush;
    const auto file = configuration_of(options).string();
    ::execlp("nats-server", "nats-server", "-c", file.c_str(), nullptr);
    return refuse_broker(io.err, "nats-server cannot be started (" + std::string(std::strerror(errno)) +
                                     "): apt install nats-server");
}

} // namespace

std::string hub_configuration(const BrokerOptions& options, const std::vector<std::string>& passwords) {
    std::string text =
        "# The hub of an event: adoube broker hub. Halls come as leaves, displays without a name.\n";
    text += "listen: " + quoted(options.listen) + '\n' + jet_stream(options, hub_domain) +
            "leafnodes { listen: " + quoted(options.leaves) +
            " }\nno_auth_user: display\nauthorization {\n  users = [\n";
    text += "    { user: display, password: " + quoted(password()) + ", permissions: { publish: [" +
            asks_about_stream("$JS.API", options.event, false) + "], subscribe: [\"_INBOX.>\"] } }\n";
    const auto api = std::string("$JS.") + hub_domain + ".API";
    for (std::size_t at = 0; at < options.halls.size(); ++at) {
        const auto own = '"' + options.event + '.' + options.halls[at] + ".>\"";
        text += "    { user: " + quoted(options.halls[at]) + ", password: " + quoted(passwords.at(at)) +
                ", permissions: {\n        publish: [" + own + ", " +
                asks_about_stream(api, options.event, true) + ", \"$LDS.>\"],\n        subscribe: [" + own +
                ", \"" + api + ".>\", \"_INBOX.>\", \"$LDS.>\"] } }\n";
    }
    return text + "  ]\n}\n";
}

std::string leaf_configuration(const BrokerOptions& options) {
    return "# A hall's leaf: adoube broker leaf. The hall's log, sealed, goes to no other server.\nlisten: " +
           quoted(options.listen) + '\n' + jet_stream(options, "hall") +
           "leafnodes { remotes: [ { url: " + quoted(options.hub) +
           ", deny_exports: [\"adoube-log.>\", \"_INBOX.>\"] } ] }\n";
}

int run_broker_hub(const BrokerOptions& options, Streams io) {
    if (const auto good = check_all(options); !good) return refuse_broker(io.err, good.error());
    std::vector<std::string> passwords;
    for (std::size_t hall = 0; hall < options.halls.size(); ++hall) passwords.push_back(password());
    const auto made = make_if_new(options, hub_configuration(options, passwords));
    if (!made) return refuse_broker(io.err, made.error());
    if (*made) {
        say(io.out,
            "made " + configuration_of(options).string() + "; in each hall, start its leaf once with");
        for (std::size_t at = 0; at < options.halls.size(); ++at)
            say(io.out, "    adoube broker leaf FOLDER --hub nats-leaf://" + options.halls[at] + ':' +
                            passwords[at] + '@' + options.address);
    } else
        say(io.out, configuration_of(options).string() + " is there already, and counts as it is");
    return become_server(options, io);
}

int run_broker_leaf(const BrokerOptions& options, Streams io) {
    const auto made = make_if_new(options, leaf_configuration(options));
    if (!made) return refuse_broker(io.err, made.error());
    if (*made)
        say(io.out, "made " + configuration_of(options).string() +
                        "; in [stream] of the hall's configuration: url = \"nats://" + options.listen +
                        "\" and domain = \"" + hub_domain + "\"");
    else
        say(io.out, configuration_of(options).string() + " is there already, and counts as it is");
    return become_server(options, io);
}

} // namespace adoube::tools
