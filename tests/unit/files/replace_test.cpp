#include "daemon/files/replace.hpp"

#include "tests/catch.hpp"
#include "tests/file_size_limit.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <vector>

using namespace adoube::files;
using adoube::tests::TemporaryFolder;
using adoube::tests::text_of;
namespace fs = std::filesystem;

namespace {

/// Disk requests in order ("file", "folder", "name") while `recorded` is set.
std::vector<std::string>* recorded = nullptr;
/// Which of them fails; 0: none.
std::size_t fails_at = 0;

bool disk_does(const char* what) {
    if (recorded) recorded->push_back(what);
    if (!recorded || recorded->size() != fails_at) return true;
    errno = EIO;
    return false;
}

struct Disk {
    explicit Disk(std::size_t fails = 0) {
        fails_at = fails;
        recorded = &asked;
    }
    ~Disk() { recorded = nullptr; }
    std::vector<std::string> asked;
};

auto files_in(const TemporaryFolder& folder) {
    return std::distance(fs::directory_iterator(folder.path()), {});
}
unsigned mode_of(const fs::path& file) { return static_cast<unsigned>(fs::status(file).permissions()); }

} // namespace

// These replace the system's.
extern "C" int fsync(int opened) {
    struct stat status {};
    ::fstat(opened, &status);
    return disk_does(S_ISDIR(status.st_mode) ? "folder" : "file")
               ? static_cast<int>(::syscall(SYS_fsync, opened))
               : -1;
}
extern "C" int rename(const char* from, const char* to) noexcept {
    return disk_does("name") ? static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0))
                             : -1;
}

TEST_CASE("after a power cut a replaced file is empty, or the old one again") {
    const TemporaryFolder folder;
    const Disk disk;
    REQUIRE(replace(folder / "a", "one", ReadableBy::owner));
    CHECK(disk.asked == std::vector<std::string>{"file", "name", "folder"});
    REQUIRE(make(folder / "b", "two", ReadableBy::owner));
    CHECK(std::vector(disk.asked.begin() + 3, disk.asked.end()) ==
          std::vector<std::string>{"file", "folder"});
}

TEST_CASE("a disk that fails while a file is replaced costs the old one, or leaves something beside it") {
    const TemporaryFolder folder;
    const auto file = folder / "a";
    REQUIRE(replace(file, "old", ReadableBy::owner));
    for (const std::size_t at : {1, 2}) {
        const Disk disk(at);
        CHECK(replace(file, "new", ReadableBy::owner).error() == "cannot be written: Input/output error");
        CHECK(text_of(file) == "old");
        CHECK(files_in(folder) == 1);
    }
    {
        const Disk disk(3);
        CHECK(replace(file, "new", ReadableBy::owner).error() ==
              "may not be on the disk: Input/output error");
        CHECK(text_of(file) == "new");
    }
    for (const std::size_t at : {1, 2}) {
        const Disk disk(at);
        CHECK_FALSE(make(folder / "b", "b", ReadableBy::owner));
        CHECK(files_in(folder) == 1);
    }
    const std::string long_one(10'000, 'x');
    const adoube::tests::FileSizeLimit limit(4'000); // first write is short
    CHECK(replace(file, long_one, ReadableBy::owner).error() == "cannot be written: File too large");
    CHECK_FALSE(make(folder / "b", long_one, ReadableBy::owner));
    CHECK(text_of(file) == "new");
    CHECK(files_in(folder) == 1);
}

TEST_CASE("a secret is open to others, or what is for everybody is not, whatever was there before") {
    const TemporaryFolder folder;
    const auto umask_before = ::umask(0);
    REQUIRE(replace(folder / "secret", "a", ReadableBy::owner));
    CHECK(mode_of(folder / "secret") == 0600);
    fs::permissions(folder / "secret", fs::perms(0644));
    REQUIRE(replace(folder / "secret", "b", ReadableBy::owner));
    CHECK(mode_of(folder / "secret") == 0600);
    REQUIRE(make(folder / "made", "c", ReadableBy::owner));
    CHECK(mode_of(folder / "made") == 0600);
    ::umask(0077);
    REQUIRE(replace(folder / "open", "d", ReadableBy::everybody));
    CHECK(mode_of(folder / "open") == 0644);
    REQUIRE(replace(folder / "secret", "e", ReadableBy::group));
    CHECK(mode_of(folder / "secret") == 0640);
    ::umask(umask_before);
}

TEST_CASE("what root writes cannot be read by the service that it is for") {
    if (::geteuid() != 0) return; // only root can chown
    const TemporaryFolder folder;
    const auto owner = [&](const char* name) {
        struct stat status {};
        REQUIRE(::stat((folder / name).c_str(), &status) == 0);
        return status.st_uid;
    };
    REQUIRE(::chown(folder.path().c_str(), 65534, 65534) == 0);
    REQUIRE(replace(folder / "a", "1", ReadableBy::owner));
    REQUIRE(make(folder / "b", "1", ReadableBy::owner));
    CHECK(owner("a") == 65534);
    CHECK(owner("b") == 65534);
    REQUIRE(::chown((folder / "a").c_str(), 1, 1) == 0);
    REQUIRE(replace(folder / "a", "2", ReadableBy::owner));
    CHECK(owner("a") == 1);
}

TEST_CASE("a file that was to be new is written over, or one in no folder is said to be written") {
    const TemporaryFolder folder;
    REQUIRE(make(folder / "a", "first", ReadableBy::owner));
    CHECK(make(folder / "a", "second", ReadableBy::owner).error() == "cannot be written: File exists");
    CHECK(text_of(folder / "a") == "first");
    CHECK(replace(folder / "no/a", "x", ReadableBy::owner).error() ==
          "cannot be written: No such file or directory");
    CHECK_FALSE(make(folder / "no/a", "x", ReadableBy::owner));
    CHECK_FALSE(replace(folder.path(), "x", ReadableBy::owner));
    CHECK(folder_of("a") == ".");
    CHECK(folder_of("b/a") == "b");
}
