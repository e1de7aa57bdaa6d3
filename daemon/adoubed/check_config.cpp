#include "daemon/adoubed/check_config.hpp"

#include "daemon/access/token_file.hpp"
#include "daemon/adoubed/time_control.hpp"
#include "daemon/board/refusal.hpp"
#include "daemon/evidence/key_file.hpp"
#include "daemon/journal/look.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <cerrno>
#include <map>
#include <utility>

#include <unistd.h>

namespace adoube::adoubed {
namespace {

namespace fs = std::filesystem;
using boost::asio::ip::tcp;

void look_at_tls(const Config& config, Findings& found) {
    if (!config.tls) return;
    if (const auto tls = server::Tls::load(*config.tls); !tls) found.wrong.push_back(tls.error());
}

/// A folder that is not there yet is made in the last one that is.
void look_at_folder(const fs::path& folder, Findings& found) {
    if (folder.empty()) return;
    auto there = fs::absolute(folder);
    std::error_code unknown;
    while (!fs::exists(there, unknown) && there.has_relative_path()) there = there.parent_path();
    if (!fs::is_directory(there, unknown))
        found.wrong.push_back("PGN folder " + folder.string() + " cannot be made: " + there.string() +
                              " is some other file");
    else if (::access(there.c_str(), W_OK | X_OK) != 0)
        found.wrong.push_back("PGN folder " + folder.string() +
                              " cannot be written to: this user may not write in " + there.string());
}

void tell(std::vector<std::string>& sentences, std::string why) {
    if (!why.empty()) sentences.push_back(std::move(why));
}

/// Why a file that is named could not be written, in a folder that must be there; empty where it could.
std::string why_not_written(const char* setting, const fs::path& file) {
    if (file.empty()) return {};
    const auto folder = fs::absolute(file).parent_path();
    const auto name = setting + (" " + file.string());
    std::error_code unknown;
    if (!fs::is_directory(folder, unknown))
        return name + " cannot be made: there is no folder " + folder.string();
    if (fs::is_directory(file, unknown)) return name + " is a folder: name a file in it";
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        return name + " cannot be written: this user may not write in " + folder.string();
    if (fs::exists(file, unknown) && ::access(file.c_str(), R_OK | W_OK) != 0)
        return name + " cannot be written: this user may not write it";
    return {};
}

std::string why_no_journal(const fs::path& journal) {
    auto why = why_not_written("journal", journal);
    std::error_code unknown;
    if (!why.empty() || !fs::exists(journal, unknown) || fs::file_size(journal, unknown) == 0) return why;
    const auto looked = journal::newest_checkpoints(journal);
    return looked ? std::string() : looked.error();
}

/// One that is there is only read; else it is made.
std::string why_no_key(const fs::path& key) {
    std::error_code unknown;
    if (key.empty() || !fs::exists(key, unknown)) return why_not_written("evidence_key", key);
    const auto read = evidence::read_key_file(key);
    return read ? std::string() : read.error();
}

/// Of a daemon that runs, or that was killed, there is a socket.
std::string why_no_control(const fs::path& control) {
    auto why = why_not_written("control", control);
    std::error_code unknown;
    if (!why.empty() || !fs::exists(control, unknown) || fs::is_socket(control, unknown)) return why;
    return "control " + control.string() + " is some other file: move it away, or name another place";
}

/// In whatever way they are written: one written over the other would be lost.
void look_for_one_file(const Config& config, Findings& found) {
    std::vector<std::pair<std::string, fs::path>> files;
    for (const auto* part : {"-wal", "-shm", "-mark", "-lost"})
        files.emplace_back("the journal's own " + config.journal.filename().string() + part,
                           config.journal.string() + part);
    for (const auto& [setting, file] : {std::pair<const char*, fs::path>{"journal", config.journal},
                                        {"journal_copy", config.journal_copy},
                                        {"control", control_path(config)},
                                        {"tokens", config.tokens},
                                        {"evidence_key", config.evidence_key}})
        files.emplace_back(setting, file);
    std::error_code unknown;
    std::map<fs::path, std::string> named;
    for (const auto& [setting, file] : files) {
        if (file.empty()) continue;
        const auto [other, is_new] =
            named.try_emplace(fs::weakly_canonical(fs::absolute(file), unknown), setting);
        if (!is_new)
            found.wrong.push_back(setting + " is the same file as " + other->second + ": name another");
    }
}

void look_at_tokens(const fs::path& tokens, Findings& found) {
    std::error_code unknown;
    if (tokens.empty()) return;
    if (const auto read = access::read_token_file(tokens); !read)
        found.wrong.push_back(read.error());
    else if (!fs::exists(tokens, unknown))
        found.remarks.push_back("token file " + tokens.string() +
                                " is not there: nobody can sign in before adoube token new makes one");
}

/// Opened as the server would open it, for a moment.
void look_at_listen(const board::Port& listen, Findings& found) {
    boost::asio::io_context context;
    boost::system::error_code error;
    tcp::resolver resolver(context);
    const auto addresses = resolver.resolve(listen.path, listen.service, tcp::resolver::passive, error);
    tcp::acceptor acceptor(context);
    if (!error) acceptor.open(addresses.begin()->endpoint().protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(addresses.begin()->endpoint(), error);
    if (!error) acceptor.listen(1, error);
    if (!error) return;
    const auto name = "listen " + to_string(listen).substr(std::string_view("tcp:").size());
    if (error == boost::asio::error::address_in_use)
        found.remarks.push_back(name + " is in use now, by a daemon that runs or by another program");
    else
        found.wrong.push_back(name + " cannot be opened: " + error.message());
}

/// Boards may be plugged in later; over the network and by USB the daemon tells when they are.
void look_at_board(const BoardConfig& board, Findings& found) {
    using board::PortKind;
    if (board.port.kind == PortKind::tcp || board.port.kind == PortKind::usb) return;
    if (::access(board.port.path.c_str(), R_OK | W_OK) != 0)
        found.remarks.push_back("board " + std::to_string(board.number) + ": " +
                                board::refusal(board.port, errno));
    else if (!fs::is_character_file(board.port.path))
        found.remarks.push_back("board " + std::to_string(board.number) + ": " +
                                board::refusal(board.port, ENOTTY));
}

} // namespace

Findings check_config(const Config& config) {
    Findings found;
    look_at_tls(config, found);
    tell(found.wrong, why_no_journal(config.journal));
    // Where it was not asked for, the round goes on without it.
    tell(config.control.empty() ? found.remarks : found.wrong, why_no_control(control_path(config)));
    tell(found.wrong, why_no_key(config.evidence_key));
    // The stick may be plugged in later: the round goes on without.
    tell(found.remarks, why_not_written("journal_copy", config.journal_copy));
    look_for_one_file(config, found);
    look_at_tokens(config.tokens, found);
    look_at_folder(config.pgn_directory, found);
    look_at_listen(config.listen, found);
    for (const auto& board : config.boards) look_at_board(board, found);
    if (const auto time = time_control_in_words(config.header); !time.empty())
        found.remarks.push_back("time control: " + time);
    return found;
}

} // namespace adoube::adoubed
