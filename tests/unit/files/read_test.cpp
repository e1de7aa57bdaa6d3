#include "daemon/files/read.hpp"

#include "daemon/files/entries.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>

using namespace adoube::files;
using adoube::tests::TemporaryFolder;
namespace fs = std::filesystem;
using Why = Unreadable::Why;

namespace {

Why why(const std::expected<std::string, Unreadable>& read) {
    REQUIRE(!read);
    return read.error().why;
}

fs::path written(const fs::path& file, const std::string& text = "x", mode_t mode = 0600) {
    std::ofstream(file) << text;
    REQUIRE(::chmod(file.c_str(), mode) == 0);
    return file;
}

} // namespace

TEST_CASE("a file is read whole, up to its bound") {
    const TemporaryFolder folder;
    const std::string text(200'000, 'x');
    const auto file = written(folder / "a", text);
    CHECK(read(file, text.size()).value() == text);
    CHECK(read_secret(file, text.size()).value() == text);
    CHECK(why(read(file, text.size() - 1)) == Why::too_long);
    CHECK(read(written(folder / "empty", ""), 0).value().empty());
}

TEST_CASE("what is no file, or cannot be reached, is told, and waited for by nobody") {
    const TemporaryFolder folder;
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    fs::create_symlink("loop", folder / "loop");
    const struct {
        fs::path file;
        Why why;
    } cases[]{{folder / "none", Why::absent},
              {folder / "no/none", Why::absent},
              {folder.path(), Why::no_file},
              {folder / "pipe", Why::no_file},
              {"/dev/zero", Why::no_file},
              {folder / "loop", Why::failed},
              {written(folder / "a") / "b", Why::failed},
              {folder / std::string(300, 'x'), Why::failed}};
    for (const auto& [file, reason] : cases) {
        CAPTURE(file);
        CHECK(why(read(file, 10)) == reason);
        CHECK(why(read_secret(file, 10)) == reason);
        CHECK(entries(file / "in").empty());
    }
}

TEST_CASE("a secret that others may read or write is none, nor one that another user may change") {
    const TemporaryFolder folder;
    for (const mode_t open : {0640, 0604, 0620, 0602, 0610, 0666})
        CHECK(why(read_secret(written(folder / "open", "x", open), 10)) == Why::open_to_others);
    if (::geteuid() != 0) return; // only root can chown
    const auto file = written(folder / "given");
    REQUIRE(::chown(file.c_str(), 65534, 65534) == 0);
    CHECK(why(read_secret(file, 10)) == Why::of_another_user);
    CHECK(read(file, 10).value() == "x"); // no secret
    REQUIRE(::chown(folder.path().c_str(), 65534, 65534) == 0);
    CHECK(read_secret(file, 10).value() == "x"); // made by root for a service
}
