#include "daemon/adoubed/published_keys.hpp"

#include "daemon/evidence/key_file.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/unit/evidence/recorded_game.hpp"

#include <fstream>
#include <map>

using namespace adoube;
using adoubed::PublishedKeys;
using tests::hall_key;
using tests::other_key;

TEST_CASE(
    "what is served of a hall's keys is not what its disk says of them, or is gone where that is damaged") {
    const tests::TemporaryFolder folder;
    std::map<std::string, std::string> served;
    int shown = 0;
    PublishedKeys keys(hall_key.verifier(), folder / "hall.key",
                       [&](const std::string& path, const std::shared_ptr<const std::string>& text) {
                           ++shown;
                           served.erase(path);
                           if (text) served[path] = *text;
                       });
    CHECK(keys.reload().empty());
    CHECK(served ==
          std::map<std::string, std::string>{{"/api/keys", hall_key.verifier().to_string() + "\n"}});

    const auto file = evidence::statements_beside(folder / "hall.key");
    const std::vector said{evidence::make_statement(
        {hall_key.verifier(), 1'763'650'000, other_key.verifier(), {}}, std::vector{hall_key, other_key}, 1)};
    REQUIRE(evidence::write_statements(file, said));
    CHECK(keys.reload().empty());
    CHECK(served["/api/keys/statements"] == evidence::to_text(said));
    const int before = shown;
    CHECK(keys.reload().empty());
    CHECK(shown == before);

    std::ofstream(file, std::ios::app) << "more\n";
    const auto trouble = keys.reload();
    CHECK(trouble.find("hall.key.statements is damaged: ") != std::string::npos);
    CHECK(keys.reload().empty()); // told once
    CHECK(served["/api/keys/statements"] == evidence::to_text(said));

    // Damaged and mended with its time set back.
    const auto time = std::filesystem::last_write_time(file);
    auto text = evidence::to_text(said);
    text.front() = '?';
    std::ofstream(file) << text;
    std::filesystem::last_write_time(file, time);
    CHECK_FALSE(keys.reload().empty());
    served.clear();
    std::ofstream(file) << evidence::to_text(said);
    std::filesystem::last_write_time(file, time);
    CHECK(keys.reload().empty());
    CHECK(served["/api/keys/statements"] == evidence::to_text(said));

    std::filesystem::remove(file);
    CHECK(keys.reload().empty());
    CHECK_FALSE(served.contains("/api/keys/statements"));
}
