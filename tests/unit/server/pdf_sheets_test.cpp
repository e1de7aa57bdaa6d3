#include "daemon/server/pdf_sheets.hpp"

#include "tests/pdf_text.hpp"
#include "tests/unit/server/client.hpp"
#include "tests/unit/server/hall.hpp"

#include <boost/asio/co_spawn.hpp>
#include <list>

using namespace adoube::server;
using namespace std::chrono_literals;
using adoube::broadcast::game_with;

namespace {

/// Without a network.
struct Drawing {
    explicit Drawing(const PdfLimits& limits = {}) : sheets(io.get_executor(), limits) {
        round.publish(game_with("r3b1", 1, {"e4", "e5", "Nf3"}));
    }
    ~Drawing() { sheets.stop(); }

    /// The answers, in the order in which they came, to requests that come at once.
    std::vector<Response> ask(const std::vector<std::string>& targets) {
        order(targets);
        return wait();
    }
    void order(const std::vector<std::string>& targets) {
        for (const auto& target : targets) {
            requests.push_back({"GET", target});
            boost::asio::co_spawn(io, sheets.answer(requests.back(), round),
                                  [&](std::exception_ptr, Response answer) { answers.push_back(answer); });
        }
    }
    std::vector<Response> wait() {
        io.restart();
        io.run();
        return std::exchange(answers, {});
    }
    Response ask(const std::string& target) { return ask(std::vector{target}).front(); }

    std::list<Request> requests;
    std::vector<Response> answers;
    boost::asio::io_context io;
    adoube::broadcast::LiveRound round{"now"};
    PdfSheets sheets;
};

std::map<unsigned, std::size_t> statuses(const std::vector<Response>& answers) {
    std::map<unsigned, std::size_t> count;
    for (const auto& answer : answers) ++count[answer.status];
    return count;
}

const std::vector<std::string> five{"/games/r3b1.pdf", "/games/r3b1.pdf?letters=de",
                                    "/games/r3b1.pdf?times=no", "/games/r3b1.pdf?letters=fr",
                                    "/games/r3b1.pdf?letters=figurines"};

} // namespace

TEST_CASE(
    "a scoresheet as PDF is not the game's, stays as it was when that changes, or is fetched again when it "
    "does not") {
    if (!adoube::tests::reads_pdf()) return;
    Hall hall;
    hall.publish(game_with("r3b1", 1, {"e4", "e5", "Nf3"}));
    Client client(hall.port());
    const auto text = [&](const char* target) { return adoube::tests::text_of_pdf(client.get(target).body); };
    const auto tag_of = [](const std::string& head) {
        const auto at = head.find("ETag: ") + 6;
        return head.substr(at, head.find('\r', at) - at);
    };
    const auto first = client.get("/games/r3b1.pdf", "Accept-Encoding: gzip\r\n");
    CHECK(first.status == 200);
    for (const auto* field : {"Content-Type: application/pdf", "Cache-Control: public, max-age=2"})
        CHECK(first.head.find(field) != std::string::npos);
    CHECK(first.head.find("Content-Encoding") == std::string::npos);
    const auto same = "If-None-Match: " + tag_of(first.head) + "\r\n";
    CHECK(client.get("/games/r3b1.pdf", same).status == 304);
    CHECK(client.get("/games/r3b1.pdf", "", "HEAD").status == 200);
    CHECK(text("/games/r3b1.pdf").find("Nf3") != std::string::npos);
    CHECK(text("/games/r3b1.pdf?letters=de").find("Sf3") != std::string::npos);
    CHECK(text("/games/r3b1.pdf").find("1:29:00") != std::string::npos);
    CHECK(text("/games/r3b1.pdf?times=no").find("1:29:00") == std::string::npos);
    hall.publish(game_with("r3b1", 1, {"e4", "e5", "Nf3", "Nc6"}));
    const auto next = client.get("/games/r3b1.pdf", same);
    CHECK(next.status == 200);
    CHECK(adoube::tests::text_of_pdf(next.body).find("Nc6") != std::string::npos);
    for (const auto& [target, status] :
         {std::pair{"/games/r3b2.pdf", 404}, {"/games/.pdf", 404}, {"/games/r3b1.pdf?letters=xx", 404}})
        CHECK(client.get(target).status == status);
    client.send("POST /games/r3b1.pdf HTTP/1.1\r\nHost: localhost\r\n\r\n");
    CHECK(client.read_response().status == 405);
}

TEST_CASE("a sheet is drawn once for each who asks for it, or again though its game has not changed") {
    Drawing drawing;
    const auto answers = drawing.ask(std::vector<std::string>(20, "/games/r3b1.pdf"));
    CHECK(statuses(answers) == std::map<unsigned, std::size_t>{{200, 20}});
    for (const auto& answer : answers) CHECK(answer.etag == answers.front().etag);
    drawing.ask("/games/r3b1.pdf");
    CHECK(drawing.sheets.drawn() == 1);
    drawing.round.publish(game_with("r3b1", 1, {"e4"}));
    CHECK(drawing.ask("/games/r3b1.pdf").etag != answers.front().etag);
    CHECK(drawing.sheets.drawn() == 2);
}

TEST_CASE("a game that changes while its sheet is drawn has the sheet of before from then on") {
    Drawing drawing;
    const Request request{"GET", "/games/r3b1.pdf"};
    std::vector<std::string> tags;
    const auto ask = [&] {
        boost::asio::co_spawn(drawing.io, drawing.sheets.answer(request, drawing.round),
                              [&](std::exception_ptr, Response answer) { tags.push_back(answer.etag); });
        drawing.io.restart();
        drawing.io.poll(); // the order is given
    };
    ask();
    drawing.round.publish(game_with("r3b1", 1, {"d4"}));
    ask();
    drawing.io.restart();
    drawing.io.run();
    REQUIRE(tags.size() == 2);
    CHECK(tags[0] != tags[1]);
    const auto last = drawing.ask("/games/r3b1.pdf").etag;
    CHECK(drawing.sheets.drawn() == 2);
    CHECK(last == tags[1]);
}

TEST_CASE("sheets that wait, are long, or are kept, take memory without bound") {
    Drawing narrow({.waiting = 2});
    CHECK(statuses(narrow.ask(five)) == std::map<unsigned, std::size_t>{{200, 2}, {503, 3}});
    CHECK(narrow.ask(five[4]).status == 200);
    Drawing brief({.rows = 1});
    CHECK(brief.ask("/games/r3b1.pdf").status == 404);
    CHECK(brief.sheets.drawn() == 0);
    Drawing forgetful({.kept_bytes = 1});
    for (int times = 0; times < 3; ++times) CHECK(forgetful.ask("/games/r3b1.pdf").status == 200);
    CHECK(forgetful.sheets.drawn() == 3);
    Drawing keeping;
    keeping.ask(five);
    keeping.ask(five);
    CHECK(keeping.sheets.drawn() == five.size());
}

TEST_CASE("whoever asks for sheets takes more than a quarter of a processor, or waits for ever") {
    CHECK(PdfSheets::rest_after(10ms, 200ms) == 30ms);
    CHECK(PdfSheets::rest_after(0ms, 200ms) == 0ms);
    CHECK(PdfSheets::rest_after(1'000ms, 200ms) == 200ms); // the first, which reads the fonts
    Drawing drawing;
    drawing.ask(five[0]); // with the fonts
    const auto began = std::chrono::steady_clock::now();
    drawing.ask(five);
    CHECK(std::chrono::steady_clock::now() - began > 40ms); // four drawings, and the rests
}

TEST_CASE("whoever waits for a sheet as the server goes down keeps it from its end") {
    Drawing drawing;
    drawing.order(five);
    drawing.io.poll(); // the orders are given
    drawing.sheets.stop();
    const auto answers = drawing.wait();
    CHECK(answers.size() == five.size());
    CHECK(statuses(answers).contains(500));
    CHECK(drawing.ask("/games/r3b1.pdf?times=no&letters=de").status == 503); // read before, heard after
}

TEST_CASE("pages wait while sheets are drawn, or a server that goes down meanwhile uses what is gone") {
    Hall hall;
    hall.publish(game_with("r3b1", 1, {"e4", "e5", "Nf3"}));
    std::vector<std::unique_ptr<Client>> readers;
    const auto send = [&] {
        for (const auto& target : five) {
            readers.push_back(std::make_unique<Client>(hall.port()));
            readers.back()->send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }
    };
    send();
    const auto began = std::chrono::steady_clock::now();
    Client other(hall.port());
    CHECK(other.get("/round.pgn").status == 200);
    const auto page_took = std::chrono::steady_clock::now() - began;
    for (const auto& reader : readers) CHECK(reader->read_response().status == 200);
    CHECK(2 * page_took < std::chrono::steady_clock::now() - began);
    hall.publish(game_with("r3b1", 1, {"e4"})); // all are drawn again
    send();
    hall.close();
    CHECK(readers.back()->read_response().status == 0);
}
