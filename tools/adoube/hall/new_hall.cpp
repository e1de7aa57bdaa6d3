#include "tools/adoube/hall/new_hall.hpp"

#include "daemon/access/token_file.hpp"
#include "daemon/files/replace.hpp"
#include "tools/adoube/common/answer.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <chrono>
#include <ostream>

namespace adoube::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view first_configuration =
    R"(# A hall of Adoube. The page /operator changes all of this, and leaves what else is written here as it is.
# Every setting: adoubed.toml(5).

journal = "hall.journal"       # the record of all that happens
evidence_key = "hall.key"      # signs it; made at the first start
tokens = "hall.tokens"         # who may sign in
listen = "0.0.0.0:8080"        # the pages, for every screen in the hall's network; 127.0.0.1: for this computer alone

[event]
name = "New event"

[play]
time_control = "90m+30"        # 90 minutes, and 30 seconds a move

[[board]]                      # table 1, without electronics until it has a port
)";
constexpr std::string_view service_folder = "/var/lib/adoube"; // as in adoubed.service
constexpr std::string_view first_address = "http://127.0.0.1:8080/operator";

int refuse_hall(std::ostream& err, const std::string& sentence) {
    say(err, "adoube hall: " + sentence);
    return bad_input;
}

/// For a shell.
std::string as_word(const std::string& text) {
    const bool is_plain = std::ranges::all_of(text, [](unsigned char c) {
        return std::isalnum(c) || c >= 0x80 || std::string_view("/._-+,:@%").contains(static_cast<char>(c));
    });
    if (is_plain) return text;
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + '\'';
}

access::Token first_operator() {
    access::Token token;
    token.name = "operator";
    token.role = access::Role::operator_;
    token.boards = access::Boards::all();
    token.made_s =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
            .count();
    return token;
}

} // namespace

int run_hall_new(const HallNewOptions& options, Streams io) {
    const fs::path folder = options.service ? service_folder : std::string_view(options.folder);
    const auto config = folder / "adoubed.toml", tokens = folder / "hall.tokens";
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        return refuse_hall(io.err, "folder " + folder.string() + " cannot be made: " + failed.message());
    if (fs::exists(fs::symlink_status(tokens, failed)))
        return refuse_hall(io.err, tokens.string() + " is there already: name another folder");
    if (const auto made = files::make(config, first_configuration, files::ReadableBy::everybody); !made)
        return refuse_hall(io.err, config.string() + ' ' + made.error());
    const auto token = access::make_token(tokens, first_operator());
    if (!token) {
        fs::remove(config, failed); // so that it can be tried again
        return refuse_hall(io.err, token.error());
    }
    const auto command = options.service ? "sudo systemctl enable --now adoubed"
                                         : "adoubed --config " + as_word(config.string());
    const auto address = std::string(first_address) + '#' + token->text;
    if (options.json) {
        put_json(io.out, boost::json::object{{"config", config.string()},
                                             {"tokens", tokens.string()},
                                             {"command", command},
                                             {"address", first_address},
                                             {"token", token->text}});
        return success;
    }
    say(io.out, "made " + config.string() + " and " + tokens.string() + "; start the hall with");
    io.out << '\n';
    say(io.out, "    " + command);
    io.out << '\n';
    say(io.out, "and, on this computer, open the address that signs in its operator, shown this once:");
    io.out << '\n';
    say(io.out, "    " + address);
    return success;
}

} // namespace adoube::tools
