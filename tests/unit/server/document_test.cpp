#include "daemon/server/document.hpp"
#include "daemon/server/response_head.hpp"
#include "daemon/server/router.hpp"
#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <array>
#include <zlib.h>

using namespace adoube;
using namespace adoube::server;
using adoube::broadcast::game_with;

namespace {

std::string unpacked(std::string_view bytes) {
    z_stream stream{};
    REQUIRE(inflateInit2(&stream, 15 + 16) == Z_OK);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string text;
    std::array<char, 512> part{};
    int state = Z_OK;
    while (state == Z_OK) {
        stream.next_out = reinterpret_cast<Bytef*>(part.data());
        stream.avail_out = static_cast<uInt>(part.size());
        state = inflate(&stream, Z_NO_FLUSH);
        text.append(part.data(), part.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    REQUIRE(state == Z_STREAM_END);
    return text;
}

struct Reader {
    broadcast::LiveRound round{"now"};
    Documents documents;

    Response get(std::string_view tags, const char* encodings = "", const char* path = "/round.pgn") {
        Request request{"GET", path, std::string(tags)};
        request.accept_encoding = encodings;
        return respond(request, round, documents, {});
    }
};

bool has(const Response& response, const Field& field) {
    return std::ranges::find(response.fields, field) != response.fields.end();
}

} // namespace

TEST_CASE("a reader who has the newest round gets it again, or one who has an older one does not") {
    Reader reader;
    reader.round.publish(game_with("r3b1", 1, {"e4"}));
    const auto first = reader.get("");
    CHECK(first.status == 200);
    CHECK(first.etag.starts_with('"'));
    for (const auto& known : {first.etag, "W/" + first.etag, "\"x\", " + first.etag, std::string("*")})
        for (const char* encodings : {"", "gzip"}) {
            CAPTURE(known, encodings);
            const auto again = reader.get(known, encodings);
            CHECK(again.status == 304);
            CHECK(again.size() == 0);
            CHECK(has(again, {"Vary", "Accept-Encoding"}));
        }
    reader.round.publish(game_with("r3b1", 1, {"e4", "e5"}));
    const auto second = reader.get(first.etag);
    CHECK(second.status == 200);
    CHECK(second.etag != first.etag);
    CHECK(reader.get("\"" + first.etag).status == 200);
}

TEST_CASE("a restarted daemon gives an unchanged round another tag") {
    Reader before, after;
    for (auto* reader : {&before, &after}) reader->round.publish(game_with("r3b1", 1, {"e4"}));
    CHECK(before.get("").etag == after.get("").etag);
    CHECK(after.get(before.get("", "gzip").etag).status == 304);
}

TEST_CASE("a compressed round is another text, or shares its tag with the plain one") {
    Reader reader;
    reader.round.publish(game_with("r3b1", 1, {"e4", "e5", "Nf3"}));
    const auto plain = reader.get(""), packed = reader.get("", "br, gzip;q=0.8");
    CHECK(unpacked(packed.shared.bytes) == plain.shared.bytes);
    CHECK(plain.shared.bytes == *reader.round.round_pgn());
    CHECK(has(packed, {"Content-Encoding", "gzip"}));
    CHECK(!has(plain, {"Content-Encoding", "gzip"}));
    CHECK(packed.etag != plain.etag);
    CHECK(!packed.etag.starts_with("W/"));
    CHECK(reader.get(packed.etag, "gzip").status == 304);
    CHECK(head_of(packed, true).find("charset=utf-8") != std::string::npos);
}

TEST_CASE("a reader gets what he cannot unpack, or what he asks not to get") {
    const struct {
        const char* encodings;
        bool gzip;
    } cases[]{{"", false},         {"gzip", true},         {"deflate, gzip", true},
              {"gzip;q=0", false}, {"gzip;q=0.0", false},  {"gzip; q=0.5", true},
              {"*", true},         {"*;q=0", false},       {"identity", false},
              {"br", false},       {"gzip;q=0, *", false}, {",,gzip", true}};
    for (const auto& [encodings, gzip] : cases) {
        CAPTURE(encodings);
        CHECK(takes_gzip(encodings) == gzip);
    }
}

TEST_CASE("a round without games is an empty text, which stops a broadcast") {
    Reader reader;
    CHECK(reader.get("").status == 404);
    CHECK(reader.get("", "", "/games/none.pgn").status == 404);
}

TEST_CASE(
    "what was made of texts that nobody has any more is kept, or of those that somebody has made again") {
    Documents documents;
    std::vector<broadcast::Text> held;
    std::size_t made = 0;
    const auto read = [&](const std::string& path, const broadcast::Text& text) {
        documents.of(path, text);
        documents.of(path + ".html", text, [&] {
            ++made;
            return std::make_shared<const std::string>("page of " + *text);
        });
    };
    for (int n = 0; n < 100; ++n) {
        held.push_back(std::make_shared<const std::string>(std::to_string(n)));
        read("/" + *held.back(), held.back());
        for (int gone = 0; gone < 10; ++gone)
            read("/gone-" + *held.back() + "-" + std::to_string(gone),
                 std::make_shared<const std::string>("gone"));
    }
    CHECK(documents.size() < 2 * 2 * held.size() + 16 + 2); // each a text and a page
    made = 0;
    for (const auto& text : held) read("/" + *text, text);
    CHECK(made == 0);
}
