#include "daemon/upload/transfer.hpp"
#include "tests/catch.hpp"
#include "tests/certificate.hpp"
#include "tests/held_port.hpp"
#include "tests/says.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tests/unit/upload/ftp_site.hpp"
#include "tests/unit/upload/http_site.hpp"
#include "tests/unit/upload/ssh_site.hpp"

#include <chrono>
#include <fstream>

using namespace adoube;
using namespace adoube::upload;
using targets::Answer;
using Outcome = targets::Answer::Outcome;
using tests::FtpSite;
using tests::HttpSite;

namespace {

class Files {
  public:
    std::filesystem::path secret(const std::string& text) const {
        const auto file = folder_ / text;
        std::ofstream(file) << text << '\n';
        std::filesystem::permissions(file, std::filesystem::perms::owner_read);
        return file;
    }

  private:
    tests::TemporaryFolder folder_;
};

const std::atomic<bool> never = false;

Answer sent(const Access& access, const std::string& url, const std::string& body = "a game\n",
            bool post = false) {
    return Transfer(access, never).send({.url = url, .post = post, .body = body});
}

} // namespace

TEST_CASE("a file is not put or posted as it is, with who it is from") {
    const Files files;
    HttpSite site("Bearer token");
    Access access;
    access.token_file = files.secret("token");
    CHECK(sent(access, site.url("/games.pgn")).outcome == Outcome::done);
    CHECK(site.last_request() == "PUT application/x-chess-pgn; charset=utf-8");
    CHECK(sent(access, site.url("/b.pgn"), std::string(3'000'000, 'x'), true).outcome == Outcome::done);
    CHECK(site.last_request() == "POST application/x-chess-pgn; charset=utf-8");
    CHECK(site.files() == std::map<std::string, std::string>{{"/games.pgn", "a game\n"},
                                                             {"/b.pgn", std::string(3'000'000, 'x')}});
    HttpSite basic("Basic YW5uOnBhc3M="); // ann:pass
    Access ann;
    ann.user = "ann";
    ann.password_file = files.secret("pass");
    CHECK(sent(ann, basic.url("/games.pgn")).outcome == Outcome::done);
}

TEST_CASE("a wrong token is told with the token, or a redirect followed") {
    const Files files;
    HttpSite site("Bearer token");
    Access access;
    access.token_file = files.secret("other");
    const auto wrong = sent(access, site.url("/games.pgn"));
    CHECK(wrong.outcome == Outcome::login_refused);
    tests::says(wrong.sentence, "401: No such token: Bearer …");
    site.status = 302;
    const auto redirected = sent(access, site.url("/games.pgn"));
    CHECK(redirected.outcome == Outcome::refused);
    tests::says(redirected.sentence, "redirect");
    CHECK(site.requests == 2);
}

TEST_CASE("a file goes to a server whose certificate nobody vouches for") {
    const tests::HeldPort port;
    const tests::TemporaryFolder folder;
    tests::make_certificate(folder / "tls.pem", folder / "tls.key");
    const auto text = [&](const char* name) { return "'" + (folder / name).string() + "'"; };
    tests::Process site(
        {"/usr/bin/env", "node", "-e",
         "const fs = require('fs');"
         "require('https').createServer({cert: fs.readFileSync(" +
             text("tls.pem") + "), key: fs.readFileSync(" + text("tls.key") +
             ")}, (request, response) => { let body = ''; request.on('data', (part) => body += part);"
             "request.on('end', () => { fs.writeFileSync(" +
             text("got") + ", body); response.end(); }); }).listen(" + std::to_string(port.number()) +
             ", '127.0.0.1', () => console.log('listening'));"},
        folder / "log");
    if (!site.wait_for_output("listening")) FAIL(site.output());
    const auto url = "https://127.0.0.1:" + std::to_string(port.number()) + "/games.pgn";
    const auto unknown = sent({}, url);
    CHECK(unknown.outcome == Outcome::not_trusted);
    CHECK_FALSE(unknown.may_have_arrived);
    tests::says(unknown.sentence, "certificate");
    CHECK_FALSE(std::filesystem::exists(folder / "got"));
    Access access;
    access.ca = folder / "tls.pem";
    const auto answer = sent(access, url);
    INFO(answer.sentence);
    CHECK(answer.outcome == Outcome::done);
    CHECK(tests::text_of(folder / "got") == "a game\n");
}

TEST_CASE("a target whose token cannot be read asks the site, or is told as a site that is not reached") {
    const Files files;
    HttpSite site("Bearer token");
    Access access;
    access.token_file = "/nowhere/adoube.token";
    const auto absent = sent(access, site.url("/games.pgn"));
    CHECK(absent.outcome == Outcome::no_secrets);
    CHECK_FALSE(absent.may_have_arrived);
    access.token_file = files.secret("token");
    std::filesystem::permissions(access.token_file, std::filesystem::perms(0644));
    CHECK(sent(access, site.url("/games.pgn")).outcome == Outcome::no_secrets);
    CHECK(site.files().empty());
}

TEST_CASE("a proxy is not used, gets the site's token, or that of the environment is") {
    const Files files;
    HttpSite proxy("Bearer token");
    Access access;
    access.token_file = files.secret("token");
    ::setenv("http_proxy", "http://127.0.0.1:1", 1);
    CHECK(sent(access, proxy.url("/direct.pgn")).outcome == Outcome::done);
    ::unsetenv("http_proxy");
    CHECK(proxy.proxied == 0);
    access.proxy = proxy.url("");
    CHECK(sent(access, "http://site.example/games.pgn").outcome == Outcome::done);
    CHECK(proxy.proxied == 1);
    CHECK(proxy.files().contains("/games.pgn"));
    const auto refused = sent(access, "https://site.example/games.pgn"); // no CONNECT with our token
    CHECK(refused.outcome != Outcome::done);
    CHECK_FALSE(refused.may_have_arrived);
    CHECK(proxy.foreign_authorizations == 1);
}

TEST_CASE("a site that is not there may have got something, or one that is silent may not") {
    const tests::HeldPort port;
    const auto nobody = sent({}, "http://127.0.0.1:" + std::to_string(port.number()) + "/games.pgn");
    CHECK(nobody.outcome == Outcome::later);
    CHECK_FALSE(nobody.may_have_arrived);
    tests::says(nobody.sentence, "127.0.0.1:" + std::to_string(port.number()));
    HttpSite site("");
    site.is_silent = true;
    std::atomic<bool> ends = false;
    std::thread ender([&] {
        tests::wait_until([&] { return site.requests > 0; });
        ends = true;
    });
    const auto begin = std::chrono::steady_clock::now();
    const auto given_up = Transfer({}, ends).send({.url = site.url("/games.pgn"), .body = "a game\n"});
    CHECK(given_up.outcome == Outcome::later);
    CHECK(given_up.may_have_arrived);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
    ender.join();
}

TEST_CASE("by FTP somebody reads half a file, or a server that does not rename gets none") {
    const Files files;
    using Renames = FtpSite::Renames;
    struct Row {
        Renames renames;
        std::set<std::string> in_place;
    };
    for (const auto& row : {Row{Renames::over_files, {}}, Row{Renames::to_new_names, {}},
                            Row{Renames::never, {"live/games.pgn"}}}) {
        CAPTURE(static_cast<int>(row.renames));
        FtpSite site("ann", "pass", row.renames);
        Access access;
        access.user = "ann";
        access.password_file = files.secret("pass");
        Transfer transfer(access, never);
        for (const std::string text : {"first\n", "second\n", "third\n"}) {
            const auto answer = transfer.send({.url = site.url("/live/games.pgn"), .body = text});
            INFO(answer.sentence);
            REQUIRE(answer.outcome == Outcome::done);
            CHECK(site.files().at("live/games.pgn") == text);
        }
        auto in_place = site.written_in_place();
        in_place.erase("live/.games.pgn.part");
        CHECK(in_place == row.in_place);
    }
}

TEST_CASE("by FTP a folder that is missing is not made, or not named where the server does not make it") {
    const Files files;
    FtpSite site("ann", "pass", FtpSite::Renames::over_files);
    Access access;
    access.user = "ann";
    access.password_file = files.secret("pass");
    Transfer transfer(access, never);
    for (const std::string path :
         {"/tournament.json", "/live/round-1/game-1.json", "/live/round-1/game-2.json",
          "/live/tournament.json", "/live/round-2/game-1.json", "/top.json"})
        for (const std::string text : {"first\n", "second\n"}) {
            const auto answer = transfer.send({.url = site.url(path), .body = text});
            INFO(path + ": " + answer.sentence);
            REQUIRE(answer.outcome == Outcome::done);
            CHECK(site.files().at(path.substr(1)) == text);
        }
    CHECK(site.files().size() == 6);
    site.refuse_folders();
    const auto refused = transfer.send({.url = site.url("/live/round-3/game-1.json"), .body = "{}"});
    CHECK(refused.outcome == Outcome::refused);
    tests::says(refused.sentence, "make the folder /live/round-3 there");
    CHECK(transfer.send({.url = site.url("/live/round-1/game-1.json"), .body = "{}"}).outcome ==
          Outcome::done);
}

TEST_CASE("a wrong password by FTP is told with the password") {
    const Files files;
    FtpSite site("ann", "pass", FtpSite::Renames::over_files);
    Access access;
    access.user = "ann";
    access.password_file = files.secret("wrong-one");
    const auto answer = sent(access, site.url("/games.pgn"));
    CHECK(answer.outcome == Outcome::login_refused);
    CHECK_FALSE(answer.may_have_arrived);
    CHECK(answer.sentence.find("wrong-one") == std::string::npos);
    CHECK(site.files().empty());
}

TEST_CASE("by SFTP a file does not come, or goes to a server that is not known") {
    const auto site = tests::SshSite::start();
    if (!site) return;
    Access access;
    access.user = site->user;
    access.key_file = site->key();
    access.known_hosts = site->known_hosts();
    const auto file = site->folder / "games.pgn";
    Transfer transfer(access, never);
    for (const std::string text : {"first\n", "second\n"}) {
        const auto answer = transfer.send({.url = site->url(file.string()), .body = text});
        INFO(answer.sentence);
        REQUIRE(answer.outcome == Outcome::done);
        CHECK(tests::text_of(file) == text);
        CHECK_FALSE(std::filesystem::exists(site->folder / ".games.pgn.part"));
    }
    const auto deep = site->folder / "live" / "round-1" / "index.json"; // in folders that are not there yet
    REQUIRE(transfer.send({.url = site->url(deep.string()), .body = "{}"}).outcome == Outcome::done);
    CHECK(tests::text_of(deep) == "{}");
    const Files files;
    access.known_hosts = files.secret("nobody");
    const auto unknown = sent(access, site->url((site->folder / "other.pgn").string()));
    CHECK(unknown.outcome == Outcome::not_trusted);
    CHECK_FALSE(unknown.may_have_arrived);
    CHECK_FALSE(std::filesystem::exists(site->folder / "other.pgn"));
}
