#include "file_locks.hpp"

#include <sqlite3.h>

namespace adoube::tests {
namespace {

bool has(std::uint32_t places, std::size_t place) { return (places >> place & 1) != 0; }

} // namespace

int FileLocks::lock(Held& held, int level) {
    if (held.level >= level) return SQLITE_OK;
    const auto another = [&](const Held* holder) { return holder && holder != &held; };
    if (level == SQLITE_LOCK_SHARED) {
        if (pending_) return SQLITE_BUSY;
        ++readers_;
    } else if (level == SQLITE_LOCK_RESERVED) {
        if (another(reserved_) || another(pending_)) return SQLITE_BUSY;
        reserved_ = &held;
    } else {
        if (another(reserved_) || another(pending_)) return SQLITE_BUSY;
        pending_ = &held; // no new readers from now
        held.level = SQLITE_LOCK_PENDING;
        if (readers_ > 1) return SQLITE_BUSY;
    }
    held.level = level;
    return SQLITE_OK;
}

void FileLocks::unlock(Held& held, int level) {
    if (held.level <= level) return;
    if (reserved_ == &held) reserved_ = nullptr;
    if (pending_ == &held) pending_ = nullptr;
    if (level == SQLITE_LOCK_NONE) --readers_;
    held.level = level;
}

char* FileLocks::memory(Held& held, std::size_t region, std::size_t size, bool make) {
    if (!held.uses_memory) ++users_;
    held.uses_memory = true;
    while (make && memory_.size() <= region) memory_.push_back(std::make_unique<char[]>(size));
    return region < memory_.size() ? memory_[region].get() : nullptr;
}

int FileLocks::lock_memory(Held& held, std::uint32_t places, bool exclusive) {
    for (std::size_t place = 0; place < places_.size(); ++place) {
        if (!has(places, place)) continue;
        const int others = places_[place] - (has(held.shared, place) ? 1 : 0);
        if (!has(held.exclusive, place) && (exclusive ? others != 0 : others < 0)) return SQLITE_BUSY;
    }
    unlock_memory(held, places);
    for (std::size_t place = 0; place < places_.size(); ++place)
        if (has(places, place)) places_[place] = exclusive ? -1 : places_[place] + 1;
    (exclusive ? held.exclusive : held.shared) |= places;
    return SQLITE_OK;
}

void FileLocks::unlock_memory(Held& held, std::uint32_t places) {
    for (std::size_t place = 0; place < places_.size(); ++place) {
        if (has(held.exclusive & places, place)) places_[place] = 0;
        if (has(held.shared & places, place)) --places_[place];
    }
    held.exclusive &= ~places;
    held.shared &= ~places;
}

void FileLocks::forget_memory(Held& held) {
    unlock_memory(held, ~0U);
    if (held.uses_memory && --users_ == 0) memory_.clear();
    held.uses_memory = false;
}

} // namespace adoube::tests
