// SQLite's calls (sqlite.org/c3ref/vfs.html), forwarded to a FaultyDisk.

#include "daemon/journal/file/move_file.hpp"
#include "daemon/journal/file/unsynced.hpp"
#include "faulty_disk.hpp"

#include <sqlite3.h>

#include <atomic>
#include <cerrno>

namespace adoube::tests {

struct FaultyDiskCalls {
    struct Handle : sqlite3_file { // begins as SQLite wants it
        FaultyDisk* disk;
        std::shared_ptr<FaultyDisk::File>* file;
        FileLocks::Held* held;
        bool folder_to_sync;
    };

    static Handle& handle(sqlite3_file* file) { return *static_cast<Handle*>(file); }
    static FaultyDisk& disk(sqlite3_vfs* vfs) { return *static_cast<FaultyDisk*>(vfs->pAppData); }

    static int open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* out_flags) {
        static const sqlite3_io_methods methods = make_methods();
        file->pMethods = nullptr;
        if (!path) return SQLITE_CANTOPEN; // a temporary file: the journal needs none
        int code = SQLITE_OK;
        auto opened = disk(vfs).open(path, (flags & SQLITE_OPEN_CREATE) != 0, code);
        if (!opened) return code;
        handle(file).disk = &disk(vfs);
        handle(file).file = new std::shared_ptr(std::move(opened));
        handle(file).held = new FileLocks::Held;
        handle(file).folder_to_sync = (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL)) != 0;
        file->pMethods = &methods;
        if (out_flags) *out_flags = flags;
        return SQLITE_OK;
    }
    static int close(sqlite3_file* file) {
        with_locks(file, [](FileLocks& locks, FileLocks::Held& held) {
            locks.forget_memory(held);
            locks.unlock(held, SQLITE_LOCK_NONE);
            return SQLITE_OK;
        });
        delete handle(file).held;
        delete handle(file).file;
        return SQLITE_OK;
    }
    template<class Do>
    static int with_locks(sqlite3_file* file, Do&& act) {
        const std::lock_guard lock(handle(file).disk->mutex_);
        return act((*handle(file).file)->locks, *handle(file).held);
    }
    static int lock(sqlite3_file* file, int level) {
        return with_locks(file, [&](auto& locks, auto& held) { return locks.lock(held, level); });
    }
    static int unlock(sqlite3_file* file, int level) {
        return with_locks(file,
                          [&](auto& locks, auto& held) { return locks.unlock(held, level), SQLITE_OK; });
    }
    static int is_reserved(sqlite3_file* file, int* out) {
        return with_locks(file, [&](auto& locks, auto&) { return *out = locks.is_reserved(), SQLITE_OK; });
    }
    static int shared_memory(sqlite3_file* file, int region, int size, int make, void volatile** out) {
        return with_locks(file, [&](auto& locks, auto& held) {
            *out = locks.memory(held, static_cast<std::size_t>(region), static_cast<std::size_t>(size),
                                make != 0);
            return SQLITE_OK;
        });
    }
    static int lock_shared_memory(sqlite3_file* file, int from, int count, int flags) {
        const auto places = ((1U << count) - 1U) << from;
        return with_locks(file, [&](auto& locks, auto& held) {
            if ((flags & SQLITE_SHM_UNLOCK) != 0) return locks.unlock_memory(held, places), SQLITE_OK;
            return locks.lock_memory(held, places, (flags & SQLITE_SHM_EXCLUSIVE) != 0);
        });
    }
    static int leave_shared_memory(sqlite3_file* file, int) {
        return with_locks(file,
                          [&](auto& locks, auto& held) { return locks.forget_memory(held), SQLITE_OK; });
    }
    static int read(sqlite3_file* file, void* to, int size, sqlite3_int64 offset) {
        return handle(file).disk->read(**handle(file).file, static_cast<std::uint64_t>(offset),
                                       static_cast<char*>(to), static_cast<std::size_t>(size));
    }
    static int write(sqlite3_file* file, const void* from, int size, sqlite3_int64 offset) {
        return handle(file).disk->write(
            **handle(file).file, static_cast<std::uint64_t>(offset),
            std::string(static_cast<const char*>(from), static_cast<std::size_t>(size)));
    }
    static int truncate(sqlite3_file* file, sqlite3_int64 size) {
        return handle(file).disk->truncate(**handle(file).file, static_cast<std::uint64_t>(size));
    }
    static int sync(sqlite3_file* file, int) {
        const int code = handle(file).disk->sync(**handle(file).file, handle(file).folder_to_sync);
        if (code == SQLITE_OK) handle(file).folder_to_sync = false;
        return code;
    }
    static int size(sqlite3_file* file, sqlite3_int64* out) {
        *out = static_cast<sqlite3_int64>(handle(file).disk->size(**handle(file).file));
        return SQLITE_OK;
    }
    static int remove(sqlite3_vfs* vfs, const char* path, int sync_folder) {
        return disk(vfs).remove(path, sync_folder != 0);
    }
    static int access(sqlite3_vfs* vfs, const char* path, int, int* out) {
        *out = disk(vfs).exists(path);
        return SQLITE_OK;
    }
    static int full_path(sqlite3_vfs*, const char* path, int size, char* out) {
        sqlite3_snprintf(size, out, "%s", path);
        return SQLITE_OK;
    }

    static sqlite3_io_methods make_methods() {
        // Version 2: no mapped files.
        sqlite3_io_methods methods{};
        methods.iVersion = 2;
        methods.xClose = close;
        methods.xRead = read;
        methods.xWrite = write;
        methods.xTruncate = truncate;
        methods.xSync = sync;
        methods.xFileSize = size;
        methods.xLock = lock;
        methods.xUnlock = unlock;
        methods.xCheckReservedLock = is_reserved;
        methods.xShmMap = shared_memory;
        methods.xShmLock = lock_shared_memory;
        methods.xShmBarrier = [](sqlite3_file* file) {
            with_locks(file, [](auto&, auto&) { return SQLITE_OK; });
        };
        methods.xShmUnmap = leave_shared_memory;
        methods.xFileControl = [](sqlite3_file* file, int operation, void* out) {
            auto& disk = *handle(file).disk;
            if (operation == journal::forget_unsynced_control)
                disk.forget_unsynced();
            else if (operation == SQLITE_FCNTL_HAS_MOVED)
                *static_cast<int*>(out) = !disk.is_in_its_place(**handle(file).file);
            else if (const auto* move = static_cast<journal::FileMove*>(out);
                     operation == journal::move_file_control)
                return disk.move(move->from, move->to);
            else
                return SQLITE_NOTFOUND;
            return SQLITE_OK;
        };
        methods.xSectorSize = [](sqlite3_file*) { return 4096; };
        methods.xDeviceCharacteristics = [](sqlite3_file*) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; };
        return methods;
    }
    static sqlite3_vfs make_vfs(FaultyDisk* disk, const char* name) {
        sqlite3_vfs vfs = *sqlite3_vfs_find(nullptr); // its clock and random numbers
        vfs.iVersion = 2;
        vfs.szOsFile = sizeof(Handle);
        vfs.pNext = nullptr;
        vfs.zName = name;
        vfs.pAppData = disk;
        vfs.xOpen = open;
        vfs.xDelete = remove;
        vfs.xAccess = access;
        vfs.xFullPathname = full_path;
        vfs.xGetLastError = [](sqlite3_vfs*, int, char*) { return EIO; };
        return vfs;
    }
};

namespace {

std::string fresh_name() {
    static std::atomic<int> made = 0;
    return "faulty-disk-" + std::to_string(++made);
}

} // namespace

FaultyDisk::FaultyDisk(std::uint64_t seed)
    : name_(fresh_name()), registered_(std::make_unique<sqlite3_vfs>(
                               (sqlite3_initialize(), FaultyDiskCalls::make_vfs(this, name_.c_str())))),
      random_(seed) {
    sqlite3_vfs_register(registered_.get(), 0);
}
FaultyDisk::~FaultyDisk() { sqlite3_vfs_unregister(registered_.get()); }

} // namespace adoube::tests
