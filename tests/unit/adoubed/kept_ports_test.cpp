#include "daemon/adoubed/kept_ports.hpp"

#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/temporary_folder.hpp"

#include <fstream>

using namespace adoube;
using adoubed::KeptPorts;

namespace {

const UtcMs then(1'800'000'000'000);

class Halls {
  public:
    std::filesystem::path file() const { return journal_.string() + "-ports"; }
    /// With boards 1, 2, …
    adoubed::Config hall(const std::vector<std::string>& ports) const {
        adoubed::Config config;
        config.journal = journal_;
        for (const auto& port : ports) {
            config.boards.emplace_back();
            config.boards.back().number = static_cast<int>(config.boards.size());
            if (!port.empty()) config.boards.back().port = board::port_from("pty:/" + port).value();
        }
        return config;
    }
    std::vector<std::string> in_force(const std::vector<std::string>& configured) const {
        const auto config = hall(configured);
        const auto ports = KeptPorts::open(config);
        if (!ports) return {ports.error()};
        std::vector<std::string> all;
        for (const auto& board : ports->in_force(config).boards)
            all.push_back(board.port ? board.port->path.substr(1) : std::string());
        return all;
    }

    tests::TemporaryFolder folder;

  private:
    std::filesystem::path journal_ = folder / "hall.journal";
};

round::Round::PortChange change(const std::vector<std::pair<int, std::string>>& boards) {
    round::Round::PortChange made;
    for (const auto& [board, port] : boards)
        made.ports.push_back(
            {round::PortId{static_cast<std::size_t>(board) - 1}, "pty:/" + port, drivers::Maker::adoube});
    return made;
}

using Ports = std::vector<std::string>;

} // namespace

TEST_CASE("a restart forgets ports that were changed, or keeps them against a new configuration") {
    const Halls halls;
    const auto as_configured = halls.hall({"a", "", "c", "d"});
    {
        auto ports = KeptPorts::open(as_configured);
        REQUIRE(ports);
        REQUIRE(ports->change(change({{1, "c"}, {3, "a"}}), then));
        REQUIRE(ports->change(change({{4, "x"}}), then + 1));
    }
    CHECK(halls.in_force({"a", "", "c", "d"}) == Ports{"c", "", "a", "x"});
    const auto ports = KeptPorts::open(as_configured);
    CHECK(ports->given_utc_ms(1) == then);
    CHECK(ports->given_utc_ms(3) == then);
    CHECK(ports->given_utc_ms(4) == then + 1);
    CHECK(!ports->given_utc_ms(2));
    REQUIRE(ports->told().size() == 3);
    CHECK(ports->told()[0] == "board 1 is on port pty:/c, as was last said while the daemon ran; the "
                              "configuration says pty:/a");
    CHECK(halls.in_force({"a", "", "c", "d", "e"}) == Ports{"c", "", "a", "x", "e"});
    SECTION("the configuration follows") {
        CHECK(halls.in_force({"c", "", "a", "x"}) == Ports{"c", "", "a", "x"});
        CHECK(KeptPorts::open(halls.hall({"c", "", "a", "x"}))->told().empty());
        CHECK(KeptPorts::open(halls.hall({"c", "", "a", "x"}))->given_utc_ms(1) == then);
        CHECK(halls.in_force({"a", "", "c", "d"}) == Ports{"a", "", "c", "d"}); // another one since
    }
    SECTION("it does not") {
        const Ports others[] = {
            {"z", "", "c", "d"}, {"a", "", "c", "d", "x"}, {"a", "b"}, {"", "", "c", "d"}, {}};
        const auto& other = others[GENERATE(0, 1, 2, 3, 4)];
        const auto now = KeptPorts::open(halls.hall(other));
        REQUIRE(now);
        REQUIRE(now->told().size() == 1);
        tests::says(now->told()[0], "which count no more");
        CHECK(halls.in_force(other) == other);
        CHECK(halls.in_force({"a", "", "c", "d"}) == Ports{"a", "", "c", "d"});
    }
}

TEST_CASE("ports that are kept and cannot be read start the round with the configured ones") {
    const Halls halls;
    for (const char* text :
         {"", "{}", "[1]", R"([{"board":1}])", R"([{"board":"1","configured":"pty:/a","port":"pty:/b"}])",
          R"([{"board":1,"configured":"pty:/a","port":"COM1"}])", R"([{"board":1,"configured")"}) {
        CAPTURE(text);
        std::ofstream(halls.file()) << text;
        const auto ports = KeptPorts::open(halls.hall({"a"}));
        REQUIRE(!ports);
        tests::says(ports.error(), "hall.journal-ports does not hold ports: ");
        tests::says(ports.error(), "remove it");
    }
}

TEST_CASE("ports that cannot be kept change all the same") {
    const Halls halls;
    auto config = halls.hall({"a", "b"});
    config.journal = halls.folder / "no-folder" / "hall.journal";
    auto ports = KeptPorts::open(config);
    REQUIRE(ports);
    const auto refused = ports->change(change({{1, "b"}, {2, "a"}}), then);
    REQUIRE(!refused);
    tests::says(refused.error(), "the ports stay as they are, since ");
    CHECK(ports->told().empty());
}
