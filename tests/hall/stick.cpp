#include "tests/hall/stick.hpp"

#include "tests/hall/broken.hpp"

#include <utility>

namespace adoube::hall {

void Stick::put_in(const std::string& journal, const char* vfs) {
    auto copy = journal::CopyStore::open("stick.journal", journal, disk_.vfs(), vfs);
    if (!copy) throw Broken("the copy on the stick cannot be gone on with: " + copy.error());
    copy_.emplace(std::move(*copy));
}

bool Stick::copy_during(const std::function<void()>& meanwhile) {
    bool happened = false;
    disk_.fail([&](tests::FaultyDisk::Call call, std::uint64_t) {
        if (call == tests::FaultyDisk::Call::sync && !std::exchange(happened, true)) meanwhile();
        return 0;
    });
    const auto more = copy_->copy_more();
    disk_.fail({});
    if (!more) throw Broken("the copy is not kept: " + more.error());
    return happened;
}

void Stick::lose_power(tests::FaultyDisk::End end, std::uint64_t seed) {
    if (!copy_) return;
    disk_.end_in(end, 1 + seed % 9);
    (void)copy_->copy_more();
    if (disk_.alive()) disk_.end_in(end, 1); // closing must tidy nothing up
    copy_.reset();
    disk_.start_again();
}

journal::Copied Stick::holds() {
    const auto counted = copy_->reader().counted();
    if (!counted) throw Broken(counted.error());
    return *counted;
}

} // namespace adoube::hall
