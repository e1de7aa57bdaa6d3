#include "tools/adoube/hall/told_incidents.hpp"

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tools/adoube/common/hall_client.hpp"

#include <fstream>
#include <sys/stat.h>

using namespace adoube::tools;

using Lines = std::vector<std::string>;

namespace {

std::string incident(int seq) {
    return R"({"seq":)" + std::to_string(seq) + R"(,"ply":3,"move":2,"article":"7.5.3","text":"Said )" +
           std::to_string(seq) + R"("})";
}
std::string whole(const std::string& epoch, int seq, const std::string& game, const std::string& incidents) {
    return R"({"type":"boards","epoch":")" + epoch + R"(","seq":)" + std::to_string(seq) +
           R"(,"boards":[{"board":3,"game":{"id":")" + game + R"("},"incidents":[)" + incidents +
           R"(],"dismissed":[2],"trouble":null}]})";
}

} // namespace

TEST_CASE("an incident is told twice, or not at all, when the feed comes back or another game begins") {
    ToldIncidents told(0);
    CHECK(told.resume().empty());
    CHECK(told.lines_of(whole("a", 4, "g1", incident(1) + "," + incident(2))) ==
          Lines{"board 3: incident 1, move 2, Article 7.5.3: Said 1"}); // the other is dismissed
    CHECK(told.resume() == "?epoch=a&seq=4");
    CHECK(told.lines_of(R"({"type":"board","seq":5,"board":3,"incidents":[)" + incident(3) + "]}") ==
          Lines{"board 3: incident 3, move 2, Article 7.5.3: Said 3"});
    CHECK(told.resume() == "?epoch=a&seq=5");
    CHECK(told.lines_of(R"({"type":"now","now":1})").empty());
    CHECK(told.lines_of(whole("b", 9, "g1", incident(1) + "," + incident(3) + "," + incident(4))) ==
          Lines{"board 3: incident 4, move 2, Article 7.5.3: Said 4"});
    CHECK(told.resume() == "?epoch=b&seq=9");
    CHECK(told.lines_of(whole("b", 10, "g2", incident(1))).size() == 1);
    CHECK(told.lines_of(R"({"type":"board","seq":11,"board":3,"trouble":"port P was closed"})") ==
          Lines{"board 3: port P was closed"});
    CHECK(told.lines_of(R"({"type":"board","seq":12,"board":3,"trouble":"port P was closed"})").empty());
    const auto proposal =
        R"({"type":"board","seq":13,"board":3,"proposals":[{"seq":1,"t":5,"article":"9.5.3",)"
        R"("side":"w","ply":4,"move":2,"result":"*","add_ms":[-60000,120000],"text":"It is."}]})";
    CHECK(told.lines_of(proposal) ==
          Lines{"board 3: proposal 1, move 2, Article 9.5.3: It is. (time w=-60 b=+120)"});
    CHECK(told.lines_of(proposal).empty());
    const std::string notice = R"({"type":"board","seq":14,"board":3,"notice":"e2 is empty"})";
    CHECK(told.lines_of(notice) == Lines{"board 3: e2 is empty"});
    CHECK(told.lines_of(notice).empty());
    CHECK(told.lines_of(R"({"type":"board","seq":15,"board":3,"notice":null})").empty());
    CHECK(told.lines_of(notice).size() == 1);
    for (const char* nonsense : {"", "{", "[]", "{}", R"({"type":"boards","boards":[1,{"board":"x"}]})"})
        CHECK(told.lines_of(nonsense).empty());
    ToldIncidents of_four(4);
    CHECK(of_four.lines_of(whole("a", 4, "g1", incident(1))).empty());
}

TEST_CASE("a token is taken from a file that is open to others or holds none, or is told in an error") {
    const adoube::tests::TemporaryFolder folder;
    const auto file = (folder / "anna.token").string(), text = "adoube_" + std::string(43, '0') + "2CZclj";
    const auto error = [&](const std::string& content, const std::string& url = "https://hall.example/") {
        std::ofstream(file) << content;
        const auto client = HallClient::make({url, file, {}, false});
        return client ? std::string() : client.error();
    };
    std::ofstream(file) << "";
    std::filesystem::permissions(file, std::filesystem::perms(0600));
    CHECK(error(text + "\n").empty());
    CHECK(error(text).empty());
    for (const auto& wrong : {text + "x\n", std::string("\n"), text + "\n\n", "adoube_1" + text.substr(8)})
        CHECK(error(wrong).find("holds no token: ") != std::string::npos);
    CHECK(error(text + "x").find(text.substr(10, 20)) == std::string::npos);
    for (const char* url : {"hall.example", "ftp://hall.example", "https://hall.example/api", ""})
        CHECK(error(text, url).find("is no address of a hall") != std::string::npos);
    std::filesystem::permissions(file, std::filesystem::perms(0640));
    CHECK(error(text).find("is open to others") != std::string::npos);
    const auto pipe = (folder / "pipe").string();
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(HallClient::make({"https://hall.example", pipe, {}, false}).error().find("it is a pipe") !=
          std::string::npos);
    auto away = HallClient::make({"http://192.0.2.1", file, {}, false}); // of documentation: nobody is there
    CHECK_FALSE(away);
    std::filesystem::permissions(file, std::filesystem::perms(0600));
    away = HallClient::make({"http://192.0.2.1", file, {}, false});
    REQUIRE(away);
    CHECK(away->command("{}").error().starts_with("http://192.0.2.1 would get the token in the clear"));
    CHECK(away->watch("", [](const std::string&) {}).for_good);
    CHECK_FALSE(HallClient::make({"https://192.0.2.1", file, file, false})); // no certificate
}
