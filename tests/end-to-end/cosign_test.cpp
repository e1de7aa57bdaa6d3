// A second party beside a hall: the real daemon, and `adoube evidence cosign --hall` over TLS, by the
// commands of evidence/README.md; killed, put back, and told two histories.

#include "board_on_call.hpp"
#include "tests/certificate.hpp"
#include "tests/held_port.hpp"
#include "tests/places.hpp"
#include "tests/unit/evidence/recorded_game.hpp"
#include "tests/unit/server/client.hpp"

#include <csignal>
#include <fstream>
#include <sstream>

using namespace adoube;
using server::Client;
using tests::BoardOnCall;
using tests::Process;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Over TLS, with one co-signer.
struct Hall : tests::Hall {
    Hall()
        : tests::Hall({"pty:board-1", "pty:board-2"},
                      "tokens = \"hall.tokens\"\nevidence_key = \"hall.key\"\ndelay_s = 3600\n"
                      "tls = { certificate = \"tls.pem\", key = \"tls.key\" }\ncosigners = [\"" +
                          anna_vkey() + "\"]\n") {
        tests::make_certificate(folder / "tls.pem", folder / "tls.key");
        write_secret("hall.key", tests::hall_key.to_string());
        write_secret("anna.key", tests::arbiter_key.to_string());
        write_secret("ben.key", tests::key_named("ben", tlog::SignatureType::cosignature, 8).to_string());
        std::ofstream(folder / "hall.vkey") << tests::hall_key.verifier().to_string() << '\n';
        std::ofstream(folder / "anna.vkey") << anna_vkey() << '\n';
    }
    static std::string anna_vkey() { return tests::arbiter_key.verifier().to_string(); }
    void write_secret(const std::string& name, const std::string& text) const {
        std::ofstream(folder / name) << "";
        std::filesystem::permissions(folder / name, std::filesystem::perms(0600));
        std::ofstream(folder / name) << text << '\n';
    }

    std::vector<std::string> shell(const std::string& line) const {
        return {"/bin/bash", "-c",
                "cd '" + folder.path().string() + "' && export PATH='" + tests::program("") +
                    "':\"$PATH\" && " + line};
    }
    tests::Ran run(const std::string& line) const { return tests::run(shell(line)); }
    void serve() {
        daemon = start_daemon({"--listen", "127.0.0.1:" + port});
        if (!daemon->wait_for_output("adoubed: serving https://127.0.0.1:" + port)) FAIL(daemon->output());
    }
    void kill() {
        daemon->signal(SIGKILL);
        daemon->wait();
    }
    std::string cosign(const std::string& key = "anna.key", const std::string& token = "anna.token") const {
        return "exec adoube evidence cosign --hall https://localhost:" + port +
               " --ca tls.pem --token-file " + token + " --key " + key + " --log \"$(cat hall.vkey)\"";
    }
    void make_token(const std::string& file, const std::string& boards) {
        REQUIRE(run("umask 077; adoube token new --tokens hall.tokens --name " + file +
                    " --role arbiter --boards " + boards + " 2>/dev/null > " + file)
                    .status == 0);
    }
    /// As the journal has them now.
    std::uint64_t signed_inputs(int board) {
        const auto checkpoint =
            run("adoube evidence checkpoint E-r1-b" + std::to_string(board) + " --journal hall.journal");
        const auto note = tlog::parse_note(checkpoint.output);
        return note ? tlog::parse_checkpoint(note->text)->size - 1 : 0;
    }
    std::uint64_t cosigned_inputs(int board) {
        const auto game = "E-r1-b" + std::to_string(board);
        REQUIRE(
            run("adoube evidence export " + game + " --journal hall.journal --key hall.key -o g").status ==
            0);
        const auto said =
            run("adoube verify g --brief --key \"$(cat hall.vkey)\" --witness \"$(cat anna.vkey)\"").output;
        const std::string head = "inputs up to ", tail = ": co-signed on ";
        const auto end = said.find(tail), begin = said.rfind(head, end);
        CHECK(said.starts_with(end == std::string::npos ? "NOT VERIFIED" : "VERIFIED by "));
        return end == std::string::npos ? 0 : std::stoull(said.substr(begin + head.size()));
    }
    bool comes_to(int board, std::uint64_t inputs) {
        return tests::wait_until([&] { return signed_inputs(board) >= inputs; });
    }

    std::unique_ptr<Process> daemon;
    const tests::HeldPort held;
    const std::string port = std::to_string(held.number());
};

std::vector<std::string> commands_of_the_manual() {
    const auto page = tests::text_of(tests::project_file("daemon/evidence/README.md"));
    const auto section = page.find("## While it is played\n");
    REQUIRE(section != std::string::npos);
    const auto begin = page.find("```sh\n", section) + 6;
    std::istringstream lines(page.substr(begin, page.find("```", begin) - begin));
    std::vector<std::string> commands;
    for (std::string line; std::getline(lines, line);) commands.push_back(line.substr(0, line.find("  #")));
    return commands;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

} // namespace

TEST_CASE_METHOD(Hall, "by the commands of the manual a game is co-signed as it grows, and shown to be") {
    serve();
    BoardOnCall board(*this, "board-1");
    board.play("e4 e5 Nf3");
    REQUIRE(comes_to(1, 9));
    std::filesystem::remove(folder / "anna.key");
    const auto commands = commands_of_the_manual();
    REQUIRE(commands.size() == 5);
    for (auto line : commands) {
        line = replaced(line, "https://hall.example", "https://localhost:" + port + " --ca tls.pem --once");
        line = replaced(replaced(line, "GAME", "E-r1-b1"), "open.journal", "hall.journal");
        INFO(line);
        const auto ran = run(line);
        INFO(ran.output);
        REQUIRE(ran.status == 0);
        if (has(line, "adoube verify")) CHECK(has(ran.output, ": co-signed on "));
        if (!has(line, "key new")) continue;
        // The page says to write it into the configuration.
        auto vkey = tests::text_of(folder / "anna.vkey");
        vkey.pop_back();
        const auto settings = replaced(tests::text_of(config()), anna_vkey(), vkey);
        std::ofstream(config()) << settings;
        kill();
        serve();
    }
}

TEST_CASE_METHOD(Hall, "a co-signature that was acknowledged is lost when the daemon is killed right then") {
    make_token("anna.token", "all");
    serve();
    BoardOnCall board(*this, "board-1");
    std::uint64_t cosigned = 0;
    for (const char* moves : {"e4 e5", "Nf3 Nc6", "Bb5 a6", "Ba4 Nf6", "O-O Be7"}) {
        board.play(moves);
        REQUIRE(comes_to(1, cosigned + 4));
        const auto before = signed_inputs(1);
        const auto ran = run(cosign() + " --once"); // ends at the last acknowledgement
        daemon->signal(SIGKILL);
        INFO(ran.output);
        REQUIRE(ran.status == 0);
        daemon->wait();
        cosigned = cosigned_inputs(1);
        CHECK(cosigned >= before);
        serve();
    }
}

TEST_CASE_METHOD(Hall,
                 "a co-signer that runs on ends with a restart of the hall, or does not go on after it") {
    make_token("anna.token", "all");
    serve();
    BoardOnCall board(*this, "board-1");
    board.play("e4 e5");
    Process anna(shell(cosign()), folder / "anna.log");
    REQUIRE(anna.wait_for_output("game E-r1-b1 is co-signed as it grows"));
    kill();
    REQUIRE(anna.wait_for_output("; trying again"));
    serve();
    board.play("Nf3 Nc6");
    REQUIRE(anna.wait_for_output("the hall answers again"));
    REQUIRE(comes_to(1, 12));
    const auto before = signed_inputs(1);
    REQUIRE(tests::wait_until([&] { return cosigned_inputs(1) >= before; }, std::chrono::seconds(60)));
    CHECK(anna.running());
    REQUIRE(run("adoube token revoke 1 --tokens hall.tokens").status == 0);
    CHECK(anna.wait() == 2);
    CHECK(has(anna.output(), "this token opens nothing here"));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    CHECK_FALSE(has(daemon->output(), "board 1: port")); // the round did not notice
}

TEST_CASE_METHOD(Hall, "a hall that was put back to an earlier copy has its second history co-signed, or its "
                       "other games are not") {
    make_token("anna.token", "all");
    serve();
    BoardOnCall one(*this, "board-1");
    one.play("e4 e5");
    REQUIRE(comes_to(1, 6));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    REQUIRE(run("adoube journal copy hall.journal -o old.journal").status == 0);
    serve();
    // The board resends what was not acknowledged; the call is lost for good.
    REQUIRE(run("adoube arbiter --board 1 call w").status == 0);
    one.play("Nf3");
    REQUIRE(comes_to(1, 10));
    REQUIRE(run(cosign() + " --once").status == 0);
    const auto cosigned = cosigned_inputs(1);
    REQUIRE(cosigned >= 10);
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    REQUIRE(run("rm hall.journal*; mv old.journal hall.journal").status == 0);
    serve();
    BoardOnCall two(*this, "board-2", "2");
    two.play("c4");
    one.play("Nc6 Bb5 a6 Ba4 Nf6 O-O Be7");
    REQUIRE(comes_to(1, cosigned + 4));
    REQUIRE(comes_to(2, 3));
    const auto ran = run(cosign() + " --once");
    INFO(ran.output);
    CHECK(ran.status == 1);
    CHECK(has(ran.output, "there are two histories of adoube/game/E-r1-b1; nothing was co-signed"));
    CHECK(has(ran.output, "game E-r1-b2 is co-signed as it grows"));
    CHECK(cosigned_inputs(1) == 0);
    CHECK(cosigned_inputs(2) >= 3);
    // Accepted on purpose, with a memory of its own.
    CHECK(run(cosign() + " --once --memory after-the-crash.seen").status == 0);
}

TEST_CASE_METHOD(Hall, "somebody gets a checkpoint, or leaves a co-signature, without being let in for it") {
    make_token("anna.token", "1");
    serve();
    BoardOnCall one(*this, "board-1"), two(*this, "board-2", "2");
    one.play("e4");
    two.play("d4");
    REQUIRE((comes_to(1, 3) && comes_to(2, 3)));
    const auto refused = [&](const std::string& command, const std::string& why) {
        const auto ran = run(command);
        CHECK(ran.status == 2);
        INFO(ran.output);
        CHECK(has(ran.output, why));
    };
    refused(cosign("ben.key") + " --once", "the hall takes no co-signature by ben+");
    refused(cosign("hall.key") + " --once", "is not for co-signing");
    write_secret("ben.token", "adoube_0000000000000000000000000000000000000000000"
                              "2CZclj");
    refused(cosign("anna.key", "ben.token") + " --once", "this token opens nothing here");
    CHECK(cosigned_inputs(1) + cosigned_inputs(2) == 0);
    for (const char* target : {"/api/evidence", "/api/evidence/checkpoint?game=E-r1-b1"}) {
        Client nobody(static_cast<std::uint16_t>(std::stoi(port)));
        REQUIRE(nobody.begin_tls());
        CHECK(nobody.get(target).status == 401);
    }
    const auto ran = run(cosign() + " --once");
    INFO(ran.output);
    CHECK(ran.status == 0);
    CHECK(ran.output == "game E-r1-b1 is co-signed as it grows\n"); // board 2 is not Anna's
}
