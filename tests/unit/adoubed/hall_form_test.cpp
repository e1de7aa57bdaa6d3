#include "daemon/adoubed/hall_form.hpp"

#include "daemon/adoubed/hall_setup.hpp"
#include "daemon/boost/parse_json.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tests/tier.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <fstream>
#include <random>

using namespace adoube;
using adoubed::hall_in;
using adoubed::parse_config;
using tests::says;

namespace {

namespace json = boost::json;
namespace fs = std::filesystem;

json::object object_in(const std::string& text) { return parse_json(text).value().as_object(); }

auto with(const std::string& toml, const json::object& hall, const std::set<int>& playing = {}) {
    const auto asked = adoubed::asked_hall(hall);
    if (!asked) FAIL(asked.error());
    return adoubed::with_hall(toml, "hall.toml", "hall.toml", *asked, playing);
}

std::vector<std::string> comments_in(const std::string& toml) {
    std::vector<std::string> comments;
    std::istringstream lines(toml);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with('#')) comments.push_back(line);
    return comments;
}

/// What the form does not have: all but its own values, of tables that are in both.
std::string rest_of(const std::string& toml, const std::set<int>& tables,
                    const std::set<std::string>& sites) {
    const auto config = parse_config(toml, "hall.toml");
    INFO(toml);
    REQUIRE(config);
    std::string rest = config->journal.string() + config->tokens.string() + config->header.tags.at("Event") +
                       config->header.time_control + std::to_string(config->wall.turn_s.value_or(-1)) +
                       std::to_string(config->programs.size()) +
                       std::to_string(config->livechess.has_value());
    std::map<int, std::string> tags;
    for (const auto& board : config->boards)
        for (const auto& [tag, value] : board.tags) tags[board.number] += tag + '=' + value + ' ';
    for (const auto& [number, text] : tags)
        if (tables.contains(number)) rest += std::to_string(number) + text;
    std::map<std::string, std::string> more;
    for (const auto& target : config->targets)
        more[target.settings.name] = target.access.ca.string() + target.access.proxy;
    for (const auto& [name, text] : more)
        if (sites.contains(name)) rest += name + text;
    return rest;
}

class RandomHall {
  public:
    explicit RandomHall(std::uint64_t seed) : random_(seed) {}

    bool once_in(unsigned n) { return random_() % n == 0; }
    template<class Value>
    Value one_of(std::vector<Value> all) {
        return all[random_() % all.size()];
    }

    std::string text() {
        std::string toml = comment() + "journal = \"a.journal\" # the record\n";
        if (once_in(2)) toml += "evidence_key = 'old # key'   # signs\n";
        if (once_in(3)) toml += "tokens = \"t\"\n" + comment();
        std::vector<std::string> sections{"[event] # it\nname = \"Ä [board]\"\n", boards(), targets(),
                                          comment() + "[wall]\nturn_s = 7\n",
                                          comment() + "[play]\ntime_control = \"90m+30\"\n"};
        if (once_in(2)) sections.push_back("[print]\n" + comment() + "times = true # so\n");
        if (once_in(3)) sections.push_back("[livechess]\n" + comment());
        std::ranges::shuffle(sections, random_);
        for (const auto& section : sections) toml += (once_in(2) ? "\n" : "") + section;
        return once_in(4) ? with_carriage_returns(toml) : toml;
    }

    json::object wanted(const json::object& now) {
        json::object hall;
        const auto maybe = [&](const char* field, std::vector<json::value> values) {
            if (once_in(2)) hall[field] = one_of(std::move(values));
        };
        maybe("listen", {"127.0.0.1:8080", "0.0.0.0:9090"});
        maybe("evidence_key", {nullptr, "hall.key"});
        maybe("journal_copy", {nullptr, "/media/stick \"1\"/hall.journal"});
        maybe("pgn_directory", {nullptr, "pgn"});
        maybe("evidence_days", {nullptr, 30, 365});
        maybe("printer", {nullptr, "Office"});
        maybe("letters", {"en", "de"});
        maybe("times", {false, true});
        maybe("site", {nullptr, "https://live.example.org"});
        maybe("supervised", {false, true});
        maybe("standings_in_hall", {false, true});
        if (once_in(2)) hall["tables"] = tables(now.at("tables").as_array());
        if (once_in(2)) hall["targets"] = sites(now.at("targets").as_array());
        return hall;
    }

  private:
    std::string comment() {
        return once_in(2) ? "# c" + std::to_string(++comments_) + " [[board]] x = 1\n" : "";
    }
    std::string port() { return "pty:b" + std::to_string(++ports_); }
    static std::string with_carriage_returns(const std::string& text) {
        std::string all;
        for (const char c : text) all += c == '\n' ? std::string("\r\n") : std::string(1, c);
        return all;
    }

    std::string boards() {
        std::string toml;
        for (int at = 1; at == 1 || !once_in(4); ++at) {
            toml += comment() + "[[board]]" + (once_in(3) ? " # table" : "") + '\n';
            if (once_in(3)) toml += "number = " + std::to_string(100 + at) + "\n";
            toml += comment();
            if (once_in(2)) toml += "port = \"" + port() + "\" # its board\n";
            if (once_in(3)) toml += "white = \"W" + std::to_string(at) + "\"\n";
            if (once_in(4))
                toml +=
                    once_in(2) ? "tags = { WhiteElo = \"2100\" }\n" : "[board.tags]\nWhiteElo = \"2000\"\n";
            if (once_in(3)) toml += "\n";
        }
        return toml + comment();
    }

    std::string targets() {
        std::string toml;
        for (int at = 0; !once_in(3); ++at) {
            toml +=
                comment() + "[[target]]\nname = \"old-" + std::to_string(at) + "\" # site\nkind = \"file\"\n";
            toml += "url = \"https://h/" + std::to_string(at) + "\"\n" + comment();
            if (once_in(2)) toml += "ca = \"ca.pem\"\n";
            if (once_in(2)) toml += "delay_s = 9_00\n";
        }
        return toml;
    }

    json::array tables(const json::array& now) {
        json::array wanted;
        for (const auto& table : now) {
            if (once_in(3)) continue;
            auto kept = table.as_object();
            if (once_in(3)) kept["port"] = once_in(2) ? json::value(nullptr) : json::value(port());
            wanted.push_back(kept);
        }
        for (int number = 201; wanted.empty() || once_in(2); ++number) {
            const bool is_there = std::ranges::any_of(
                wanted, [&](const json::value& one) { return one.at("number").as_int64() == number; });
            if (!is_there)
                wanted.push_back(
                    {{"number", number}, {"port", once_in(2) ? json::value(nullptr) : json::value(port())}});
        }
        return wanted;
    }

    json::array sites(const json::array& now) {
        json::array wanted;
        for (const auto& site : now) {
            if (once_in(3)) continue;
            auto kept = site.as_object();
            kept["secret"] = nullptr;
            if (once_in(2)) kept["round"] = one_of<json::value>({nullptr, "1", "2"});
            if (once_in(2)) kept["delay_s"] = one_of<json::value>({nullptr, 60});
            if (once_in(3)) kept["url"] = "https://h/" + std::to_string(random_() % 100);
            wanted.push_back(kept);
        }
        if (once_in(2))
            wanted.push_back({{"name", "new-" + std::to_string(++sites_)},
                              {"kind", "file"},
                              {"url", "https://n/x"},
                              {"boards", nullptr},
                              {"secret", nullptr}});
        return wanted;
    }

    std::mt19937_64 random_;
    int comments_ = 0, ports_ = 0, sites_ = 0;
};

/// By number or name, without what is not set.
std::map<std::string, json::object> rows_of(const json::object& hall, const char* list, const char* key) {
    std::map<std::string, json::object> rows;
    for (const auto& row : hall.at(list).as_array()) {
        auto& kept = rows[json::serialize(row.at(key))];
        for (const auto& [name, value] : row.as_object())
            if (!value.is_null()) kept[name] = value;
    }
    return rows;
}

constexpr const char* bare = "[event]\nname = \"E\"\n\n[[board]] # one\n";

} // namespace

TEST_CASE("a series of changes to a hall loses a comment or another setting, or the file says something else "
          "than the form") {
    for (const auto seed : tests::seeds({300, 20'000})) {
        RandomHall random(seed);
        auto text = random.text();
        for (int change = 0; change < 5; ++change) {
            const auto now = hall_in(text);
            const auto wanted = random.wanted(now);
            CAPTURE(seed, text, json::serialize(wanted));
            const auto changed = with(text, wanted);
            if (!changed) {
                for (const auto& [field, why] : changed.error().fields) UNSCOPED_INFO(field + ": " + why);
                FAIL(changed.error().sentence);
            }
            CAPTURE(changed->toml);
            REQUIRE(parse_config(changed->toml, "hall.toml"));
            CHECK(comments_in(changed->toml) == comments_in(text));
            const auto then = hall_in(changed->toml);
            for (const auto& [field, value] : now) {
                const auto* const given = wanted.if_contains(field);
                if (field != "tables" && field != "targets")
                    CHECK(then.at(field) == (given ? *given : value));
            }
            auto expected = now;
            for (const char* list : {"tables", "targets"})
                if (wanted.contains(list)) expected[list] = wanted.at(list);
            CHECK(rows_of(then, "tables", "number") == rows_of(expected, "tables", "number"));
            CHECK(rows_of(then, "targets", "name") == rows_of(expected, "targets", "name"));
            std::set<int> tables;
            for (const auto& [number, table] : rows_of(then, "tables", "number"))
                if (rows_of(now, "tables", "number").contains(number)) tables.insert(std::stoi(number));
            std::set<std::string> sites;
            for (const auto& [name, site] : rows_of(then, "targets", "name"))
                if (rows_of(now, "targets", "name").contains(name))
                    sites.emplace(site.at("name").as_string());
            CHECK(rest_of(changed->toml, tables, sites) == rest_of(text, tables, sites));
            CHECK(changed->changed.empty() == (changed->toml == text));
            CHECK(changed->told.empty() == changed->changed.empty());
            CHECK(with(changed->toml, wanted)->toml == changed->toml);
            text = changed->toml;
        }
    }
}

TEST_CASE("tables that are added or taken away are written otherwise than a person would, or others get "
          "another number") {
    const auto forty = with(
        bare,
        object_in(
            R"({"tables":[{"number":1,"port":"usb:00000000000000a1"},{"number":2,"port":null},{"number":3}]})"));
    if (!forty) FAIL(forty.error().sentence);
    CHECK(forty->toml == "[event]\nname = \"E\"\n\n[[board]] # one\nport = "
                         "\"usb:00000000000000a1\"\n\n[[board]]\n\n[[board]]\n");
    CHECK(forty->told ==
          std::vector<std::string>{"tables 2 to 3 are new", "table 1: the board on usb:00000000000000a1"});
    const auto fewer = with(
        forty->toml,
        object_in(R"({"tables":[{"number":3,"port":null},{"number":7,"port":"dgt:serial:/dev/ttyUSB0"}]})"));
    REQUIRE(fewer);
    CHECK(fewer->toml == "[event]\nname = \"E\"\n\n[[board]]\nnumber = 3\n\n[[board]]\nnumber = 7\nport = "
                         "\"dgt:serial:/dev/ttyUSB0\"\n");
    says(fewer->told.at(1), "tables 1 to 2 are gone");

    const auto wrong = with(
        bare,
        object_in(
            R"({"tables":[{"number":1,"port":"usb:1"},{"number":2,"port":"pty:a"},{"number":3,"port":"pty:a"}]})"));
    REQUIRE_FALSE(wrong);
    REQUIRE(wrong.error().fields.size() == 2);
    CHECK(wrong.error().fields.contains("tables/0/port"));
    says(wrong.error().fields.at("tables/2/port"), "is that of another table, too");
    says(with(forty->toml, object_in(R"({"tables":[{"number":1}]})"), {2, 3}).error().fields.at("numbers"),
         "games are played at the tables 2 to 3");
    says(with(bare, object_in(R"({"tables":[]})")).error().fields.at("numbers"), "one table at least");
    says(with("board = [{}]\n[event]\nname = \"E\"\n", object_in(R"({"tables":[{"number":1},{"number":2}]})"))
             .error()
             .fields.at("numbers"),
         "[[board]] stands in one line");
}

TEST_CASE("a site that the daemon would not take is saved, or it is not told in which field what is wrong") {
    const auto site = [](const std::string& more) {
        return object_in(R"({"targets":[{"name":"club","kind":"file","url":"https://h/all.pgn")" + more +
                         "}]}");
    };
    const std::tuple<const char*, const char*, const char*> rows[] = {
        {R"(,"url":"gopher://h/x")", "url", "url"},
        {R"(,"each_game":"https://h/x")", "each_game", "{id}"},
        {R"(,"boards":[7])", "boards", "there is no board 7"},
        {R"(,"method":"GET")", "method", "none of PUT, POST"},
        {R"(,"delay_s":-1)", "delay_s", "whole number from 0"},
        {R"(,"name":"a b")", "name", "must be of A-Z"},
        {R"(,"kind":"ftp")", "kind", "none of lichess, file"},
        {R"(,"kind":"lichess","url":"https://lichess.org/api/broadcast/round/AbCd1234/push")", "secret",
         "study:write"},
        {R"(,"secret":"a\nb")", "secret", "one line"},
        {R"(,"url":"http://h/all.pgn","secret":"geheim")", "secret", "in the clear"}};
    for (const auto& [more, field, why] : rows) {
        CAPTURE(more);
        auto asked = site("");
        for (const auto& [key, value] : object_in("{\"_\":1" + std::string(more) + "}"))
            if (key != "_") asked.at("targets").at(0).as_object()[key] = value;
        const auto changed = with(bare, asked);
        REQUIRE_FALSE(changed);
        REQUIRE(changed.error().fields.size() == 1);
        CHECK(changed.error().fields.begin()->first == "targets/0/" + std::string(field));
        says(changed.error().fields.begin()->second, why);
        CHECK(to_json(changed.error()).find("geheim") == std::string::npos);
    }
    const auto program = std::string(bare) + "[[board]]\n[[program]]\npty = \"p\"\nboards = [2]\n";
    says(with(program, object_in(R"({"tables":[{"number":1}]})")).error().fields.at("numbers"), "boards");
}

namespace {

struct HallOnDisk {
    explicit HallOnDisk(const std::string& more = {}) {
        std::ofstream(file) << "journal = \"hall.journal\"\n" << more << bare;
        fs::permissions(file, fs::perms(0644));
    }
    adoubed::HallSetup::Answer ask(const std::string& path, const std::string& body = {},
                                   const std::set<int>& playing = {}) {
        const auto setup = adoubed::HallSetup(*adoubed::read_config(named), UtcMs(7));
        auto answer = setup.answer({"POST", path, {}, "10.0.0.1", body}, "Otto", playing);
        heard += answer.response.body + answer.for_log;
        return answer;
    }
    adoubed::HallSetup::Answer save(const std::string& hall, bool only_look = false) {
        const auto of = object_in(ask("/api/hall").response.body).at("of");
        return ask("/api/hall/save", "{\"of\":" + json::serialize(of) + ",\"hall\":" + hall +
                                         (only_look ? ",\"look\":true}" : "}"));
    }

    tests::TemporaryFolder folder;
    fs::path file = folder / "hall.toml", named = file;
    std::string heard;
};

fs::perms mode_of(const fs::path& file) { return fs::status(file).permissions() & fs::perms(0777); }

constexpr const char* lichess =
    R"({"targets":[{"name":"lichess","kind":"lichess","url":"https://lichess.org/api/broadcast/round/AbCd1234/push","secret":"lip_verysecret"}]})";

} // namespace

TEST_CASE_METHOD(HallOnDisk,
                 "the secret of a site can be read by others, is not found, or is told to anybody") {
    const auto before = tests::text_of(file);
    const auto looked = save(lichess, true);
    says(looked.response.body, "its token goes into lichess.token");
    CHECK(tests::text_of(file) == before);
    CHECK_FALSE(fs::exists(folder / "lichess.token"));
    REQUIRE(save(lichess).response.status == 200);
    CHECK(tests::text_of(folder / "lichess.token") == "lip_verysecret\n");
    CHECK(mode_of(folder / "lichess.token") == fs::perms(0600));
    CHECK(mode_of(file) == fs::perms(0644));
    says(tests::text_of(file), "token_file = \"lichess.token\"");
    const auto secrets = upload::read_secrets(adoubed::read_config(file)->targets.at(0).access);
    REQUIRE(secrets);
    CHECK(secrets->token == "lip_verysecret");

    // Another round goes with the same token, and a new token counts for both.
    auto two = object_in(lichess);
    auto& sites = two.at("targets").as_array();
    sites.at(0).as_object()["secret"] = "lip_another";
    sites.push_back({{"name", "round-2"},
                     {"kind", "lichess"},
                     {"url", "https://lichess.org/api/broadcast/round/EfGh5678/push"},
                     {"secret", nullptr}});
    REQUIRE(save(json::serialize(two)).response.status == 200);
    CHECK(tests::text_of(folder / "lichess.token") == "lip_another\n");
    const auto config = adoubed::read_config(file);
    CHECK(config->targets.at(1).access.token_file == config->targets.at(0).access.token_file);

    // A file that is somebody else's is not overwritten.
    std::ofstream(folder / "club.password") << "mine\n";
    sites.push_back({{"name", "club"},
                     {"kind", "file"},
                     {"url", "https://club.example/all.pgn"},
                     {"user", "otto"},
                     {"secret", "pass word"}});
    REQUIRE(save(json::serialize(two)).response.status == 200);
    CHECK(tests::text_of(folder / "club.password") == "mine\n");
    CHECK(tests::text_of(folder / "club-2.password") == "pass word\n");
    says(save(R"({"targets":[]})").response.body, "new in hall.toml: sites");
    CHECK(fs::exists(folder / "lichess.token"));
    for (const char* secret : {"lip_", "pass word"}) {
        CHECK(heard.find(secret) == std::string::npos);
        CHECK(tests::text_of(file).find(secret) == std::string::npos);
        CHECK(tests::text_of(folder / "hall.toml.before").find(secret) == std::string::npos);
    }
}

TEST_CASE_METHOD(HallOnDisk,
                 "a service whose file is reached by a link does not find the secret that was saved") {
    fs::create_directory(folder / "etc");
    named = folder / "etc/hall.toml";
    fs::create_symlink(file, named);
    REQUIRE(save(lichess).response.status == 200);
    CHECK(fs::is_symlink(named));
    CHECK(tests::text_of(folder / "lichess.token") == "lip_verysecret\n");
    CHECK(upload::read_secrets(adoubed::read_config(named)->targets.at(0).access));
}

TEST_CASE_METHOD(HallOnDisk,
                 "a secret is not found from another folder, where the file was named without one") {
    const auto before = fs::current_path();
    fs::current_path(folder.path());
    named = file.filename();
    const auto saved = save(lichess).response;
    fs::current_path(before);
    CHECK(saved.status == 200);
    tests::says(tests::text_of(file), "token_file = \"lichess.token\"");
}

TEST_CASE_METHOD(HallOnDisk,
                 "the hall is saved over what somebody wrote meanwhile, or a secret stays of what was not") {
    const auto of = object_in(ask("/api/hall").response.body).at("of");
    std::ofstream(file, std::ios::app) << "# by hand\n";
    const auto answer =
        ask("/api/hall/save", "{\"of\":" + json::serialize(of) + ",\"hall\":" + lichess + "}");
    CHECK(answer.response.status == 409);
    CHECK(tests::text_of(file).ends_with("# by hand\n"));
    CHECK_FALSE(fs::exists(folder / "lichess.token"));
}

TEST_CASE_METHOD(HallOnDisk,
                 "a hall is saved, or started again, that would not start, or games are not asked about") {
    fs::create_directory(folder / "no-folder");
    std::ofstream(folder / "file") << "x";
    const auto refused = save(R"({"pgn_directory":"file/pgn","printer":"Office"})");
    CHECK(refused.response.status == 422);
    says(refused.response.body, "\"pgn_directory\":");
    says(save(R"({"journal_copy":"hall.journal"})").response.body, "journal");
    CHECK(save(R"({"journal_copy":"hall.journal"})").response.status == 422);
    CHECK(save(R"({"nonsense":1})").response.status == 422);

    CHECK(ask("/api/restart", "{}").response.status == 422);
    CHECK(ask("/api/restart", R"({"playing":null})", {1}).response.status == 409);
    CHECK(ask("/api/restart", R"({"playing":"1"})").response.status == 409);
    CHECK(ask("/api/restart", R"({"playing":"1"})", {1}).starts_again);
    const auto started = adoubed::HallSetup(*adoubed::read_config(file), UtcMs(7));
    std::ofstream(file, std::ios::app) << "[tls]\ncertificate = \"none.pem\"\nkey = \"none.key\"\n";
    const auto answer =
        started.answer({"POST", "/api/restart", {}, "10.0.0.1", R"({"playing":null})"}, "", {});
    CHECK_FALSE(answer.starts_again);
    says(answer.response.body, "it would not start: ");
    std::ofstream(file, std::ios::app) << "nonsense\n";
    CHECK(started.answer({"POST", "/api/restart", {}, "10.0.0.1", R"({"playing":null})"}, "", {})
              .response.status == 422);
}

TEST_CASE_METHOD(HallOnDisk, "a site's secret is sent to another host, or there are sites without end") {
    const std::string site = R"({"name":"club","kind":"file","user":"otto","url":"https://)";
    const auto at = [&](const std::string& url, const std::string& secret) {
        return "{\"targets\":[" + site + url + "\",\"secret\":" + secret + "}]}";
    };
    REQUIRE(save(at("club.example/all.pgn", "\"pass word\"")).response.status == 200);
    CHECK(save(at("club.example/other.pgn", "null")).response.status == 200);
    const auto moved = save(at("elsewhere.example/all.pgn", "null"));
    CHECK(moved.response.status == 422);
    says(moved.response.body, "targets/0/secret");
    CHECK(save(at("elsewhere.example/all.pgn", "\"other\"")).response.status == 200);
    CHECK(tests::text_of(folder / "club.password") == "pass word\n");
    CHECK(tests::text_of(folder / "club-2.password") == "other\n");

    std::string many, all;
    for (int number = 0; number < 65; ++number) {
        const auto name = "s" + std::to_string(number);
        many += (number ? "," : "") + ("{\"name\":\"" + name) +
                R"(","kind":"file","url":"https://club.example/all.pgn","secret":null})";
        all +=
            "[[target]]\nname = \"" + name + "\"\nkind = \"file\"\nurl = \"https://club.example/all.pgn\"\n";
    }
    says(save("{\"targets\":[" + many + "]}").response.body, "at most 64");
    CHECK_FALSE(parse_config(bare + ("\n" + all), "hall.toml"));
}

TEST_CASE_METHOD(HallOnDisk, "a hall starts again by a link that now leads to what would not start") {
    named = folder / "link.toml";
    fs::create_symlink(file, named);
    const auto setup = adoubed::HallSetup(*adoubed::read_config(named), UtcMs(7));
    CHECK(setup.why_no_start().empty());
    std::ofstream(folder / "other.toml") << "nonsense\n";
    fs::remove(named);
    fs::create_symlink(folder / "other.toml", named);
    CHECK_FALSE(setup.why_no_start().empty());
}

TEST_CASE("what counts only from the next start is not told, or what counts at once is") {
    const std::string started = "delay_s = 0\n[event]\nname = \"E\"\n[[board]]\n[wall]\nturn_s = 3\n";
    using Names = std::vector<std::string>;
    CHECK(adoubed::waiting_for_start(started, started + "# more\n") == Names{});
    CHECK(
        adoubed::waiting_for_start(
            started,
            "delay_s = 9\n[event]\nname = \"F\"\n[[board]]\n[wall]\nturn_s = 4\n[play]\nlaws = \"2018\"\n") ==
        Names{});
    CHECK(adoubed::waiting_for_start(
              started, "time_zone = \"Europe/Lisbon\"\nevidence_key = \"k\"\n" + started +
                           "hall = []\n[[board]]\n[print]\nprinter = \"P\"\n[tls]\nkey = \"k\"\n") ==
          Names{"tables and boards", "key that signs the record", "printer", "time zone", "[tls] key",
                "[wall] hall"});
}
