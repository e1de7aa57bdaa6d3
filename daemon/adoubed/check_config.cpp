#include "daemon/adoubed/check_config.hpp"

#include "daemon/access/token_file.hpp"
#include "daemon/adoubed/control_socket.hpp"
#include "daemon/adoubed/evidence_key.hpp"
#include "daemon/adoubed/one_place.hpp"
#include "daemon/adoubed/pgn_folder.hpp"
#include "daemon/adoubed/time_control.hpp"
#include "daemon/board/offered_pty.hpp"
#include "daemon/board/refusal.hpp"
#include "daemon/drivers/known_clocks.hpp"
#include "daemon/journal/copy.hpp"
#include "daemon/journal/lost.hpp"
#include "daemon/server/listening.hpp"
#include "daemon/standby/sealed.hpp"

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <cerrno>
#include <utility>

#include <unistd.h>

namespace adoube::adoubed {
namespace {

namespace fs = std::filesystem;

void look_at_tls(const Config& config, Findings& found) {
    if (!config.tls) return;
    if (const auto tls = server::Tls::load(*config.tls); !tls) found.wrong.push_back(tls.error());
}

void add_sentence(std::vector<std::string>& sentences, std::string why) {
    if (!why.empty()) sentences.push_back(std::move(why));
}

/// Created as at the start, then removed.
class FolderForAMoment {
  public:
    explicit FolderForAMoment(const fs::path& folder) {
        std::error_code unknown;
        for (auto at = fs::absolute(folder, unknown);
             !at.empty() && fs::symlink_status(at, unknown).type() == fs::file_type::not_found;
             at = at.parent_path())
            missing_.push_back(at);
        if (const auto opened = PgnFolder::open(folder); !opened) why_not = opened.error();
    }
    ~FolderForAMoment() {
        std::error_code ignored;
        for (const auto& made : missing_) fs::remove(made, ignored);
    }
    FolderForAMoment(const FolderForAMoment&) = delete;
    FolderForAMoment& operator=(const FolderForAMoment&) = delete;

    std::string why_not;

  private:
    std::vector<fs::path> missing_; // innermost first
};

std::string why_no_control(const fs::path& control) {
    std::error_code unknown;
    boost::asio::io_context context;
    if (fs::is_socket(fs::symlink_status(control, unknown))) // the start would replace it
        return ControlSocket::why_taken(context.get_executor(), control);
    const auto made = ControlSocket::listen(context.get_executor(), control);
    return made ? std::string() : made.error();
}

/// Only remarks: the round runs without tokens.
void look_at_tokens(const fs::path& tokens, Findings& found) {
    std::error_code unknown;
    if (tokens.empty()) return;
    if (const auto read = access::read_token_file(tokens); !read)
        found.remarks.push_back(read.error() + "; until it can be read no token opens anything");
    else if (!fs::exists(tokens, unknown))
        found.remarks.push_back("token file " + tokens.string() +
                                " is not there: nobody can sign in before adoube token new makes one");
}

/// In startup order: one path may lie in a folder that an earlier step creates.
void look_at_files(const Config& config, Findings& found) {
    const auto journal = journal::check_can_be_opened(config.journal);
    if (!journal) found.wrong.push_back(journal.error());
    for (const auto& sentence : journal::kept_beside(config.journal)) found.remarks.push_back(sentence);
    add_sentence(found.remarks, journal::doubt(config.journal));
    const auto newest = journal::newest_checkpoints(config.journal);
    add_sentence(found.wrong, why_no_evidence_key(config.evidence_key,
                                                  newest ? *newest : std::vector<record::Checkpoint>()));
    const FolderForAMoment folder(config.pgn_directory);
    add_sentence(found.wrong, folder.why_not);
    if (!config.control.empty())
        add_sentence(found.wrong, why_no_control(config.control));
    else if (journal) // otherwise it lies beside the failed journal
        add_sentence(found.remarks, why_no_control(control_path(config)));
    // The stick may be plugged in later.
    if (!config.journal_copy.empty())
        if (const auto copy = journal::check_can_be_copy(config.journal_copy); !copy)
            found.remarks.push_back("no copy of the journal is kept: " + copy.error());
    look_at_tokens(config.tokens, found);
}

void look_at_listen(const board::Port& listen, Findings& found) {
    boost::asio::io_context context;
    const auto port = static_cast<std::uint16_t>(std::stoi(listen.service));
    const auto opened = server::listen(context.get_executor(), listen.path, port);
    if (!opened) found.wrong.push_back(opened.error());
}

/// Where the daemon itself listens at `own`, perhaps with that port on another address.
std::string why_no_listen(board::Port listen, const std::optional<board::Port>& own) {
    if (listen == own) return {};
    const bool has_port = own && listen.service == own->service;
    if (has_port) listen.service = "0";
    Findings found;
    look_at_listen(listen, found);
    if (found.wrong.empty()) return {};
    return has_port ? "this computer cannot listen on " + listen.path + ": choose another address"
                    : found.wrong.front();
}

/// Only remarks: boards may be plugged in later. The daemon itself reports on TCP and USB.
void look_at_board(const BoardConfig& board, Findings& found) {
    using board::PortKind;
    if (!board.port || board.port->kind == PortKind::tcp || board.port->kind == PortKind::usb) return;
    if (::access(board.port->path.c_str(), R_OK | W_OK) != 0)
        found.remarks.push_back("board " + std::to_string(board.number) + ": " +
                                board::refusal(*board.port, errno));
    else if (!fs::is_character_file(board.port->path))
        found.remarks.push_back("board " + std::to_string(board.number) + ": " +
                                board::refusal(*board.port, ENOTTY));
}

/// One remark for each maker.
void look_at_clocks(const Config& config, Findings& found) {
    if (config.header.time_control.empty()) return;
    for (const auto& of : drivers::makers) {
        std::string numbers;
        int boards = 0;
        for (const auto& board : config.boards) {
            if (!board.port || board.port->maker != of.maker || drivers::knows_clock(of.maker)) continue;
            numbers += (boards++ == 0 ? "" : ", ") + std::to_string(board.number);
        }
        if (boards > 0)
            found.remarks.push_back((boards > 1 ? "boards " : "board ") + numbers + ": " +
                                    std::string(of.name) +
                                    " boards know no chess clock: no times are kept there");
    }
}

} // namespace

Findings check_config(const Config& config) {
    Findings found;
    look_at_tls(config, found);
    if (config.role == Role::display) {
        look_at_listen(config.listen, found);
        return found;
    }
    if (auto twice = one_place_twice(config); !twice.empty())
        found.wrong.push_back(std::move(twice));
    else
        look_at_files(config, found);
    look_at_listen(config.listen, found);
    if (config.standby)
        if (const auto key = standby::Key::read(config.standby->key); !key)
            found.wrong.push_back(key.error());
    if (config.livechess) look_at_listen(config.livechess->listen, found);
    for (const auto& board : config.boards) look_at_board(board, found);
    for (const auto& program : config.programs)
        if (is_offered(program, config.delay_ms))
            add_sentence(found.wrong, board::OfferedPty::why_not(program.pty));
    for (auto& doubt : doubts_of_players(config)) found.remarks.push_back(std::move(doubt));
    for (const auto& target : config.targets)
        for (auto& remark : remarks_on(target)) found.remarks.push_back(std::move(remark));
    if (const auto time = time_control_in_words(config.header); !time.empty())
        found.remarks.push_back("time control: " + time);
    look_at_clocks(config, found);
    return found;
}

std::map<std::string, std::string> why_no_new_start(const Config& next, const Config& running) {
    std::map<std::string, std::string> wrong;
    const auto is_wrong = [&](const char* key, std::string why) {
        if (!why.empty()) wrong.emplace(key, std::move(why));
    };
    const auto first = [](const Findings& found) { return found.wrong.empty() ? "" : found.wrong.front(); };
    if (auto twice = one_place_twice(next); !twice.empty()) {
        is_wrong("", std::move(twice));
        return wrong;
    }
    if (next.journal != running.journal)
        if (const auto journal = journal::check_can_be_opened(next.journal); !journal)
            is_wrong("journal", journal.error());
    if (!next.evidence_key.empty()) { // others may have changed the file
        const auto newest = journal::newest_checkpoints(next.journal);
        is_wrong("evidence_key", why_no_evidence_key(next.evidence_key,
                                                     newest ? *newest : std::vector<record::Checkpoint>()));
    }
    if (next.pgn_directory != running.pgn_directory)
        is_wrong("pgn_directory", FolderForAMoment(next.pgn_directory).why_not);
    if (!next.control.empty() && next.control != control_path(running))
        is_wrong("control", why_no_control(next.control));
    is_wrong("listen", why_no_listen(next.listen, running.listen));
    if (next.livechess)
        is_wrong("livechess",
                 why_no_listen(next.livechess->listen,
                               running.livechess ? std::optional(running.livechess->listen) : std::nullopt));
    for (const auto& program : next.programs)
        if (is_offered(program, next.delay_ms) &&
            std::ranges::find(running.programs, program.pty, &ProgramConfig::pty) == running.programs.end())
            is_wrong("program", board::OfferedPty::why_not(program.pty));
    Findings tls;
    look_at_tls(next, tls);
    is_wrong("tls", first(tls));
    return wrong;
}

} // namespace adoube::adoubed
