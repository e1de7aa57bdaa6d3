#include "tools/adoube/games/play_live.hpp"

#include "firmware/virtual/program.hpp"
#include "tools/adoube/common/exit_status.hpp"

#include <cerrno>
#include <cstring>
#include <ostream>
#include <sys/mman.h>
#include <unistd.h>

namespace adoube::tools {
namespace {

/// A file in memory, gone with its descriptor.
class MemoryFile {
  public:
    explicit MemoryFile(std::string_view content) : descriptor_(::memfd_create("sensor log", MFD_CLOEXEC)) {
        while (descriptor_ >= 0 && !content.empty()) {
            const auto written = ::write(descriptor_, content.data(), content.size());
            if (written < 0) break;
            content.remove_prefix(static_cast<std::size_t>(written));
        }
        whole_ = descriptor_ >= 0 && content.empty();
    }
    ~MemoryFile() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    /// False, with errno set, if memory did not suffice.
    bool whole() const { return whole_; }
    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

  private:
    int descriptor_;
    bool whole_ = false;
};

} // namespace

int play_live(const std::string& log, const LiveOptions& options, record::Sensing sensing,
              std::ostream& err) {
    const MemoryFile file(log);
    if (!file.whole()) {
        err << "adoube simulate: the game cannot be kept in memory: " << std::strerror(errno) << '\n';
        return bad_input;
    }
    return firmware::run_virtual_board({.log = file.path(),
                                        .pty = options.pty,
                                        .tcp = options.tcp,
                                        .speed = options.speed,
                                        .board_id = options.board_id,
                                        .sensing = static_cast<wire::Sensing>(sensing),
                                        .wait = true});
}

} // namespace adoube::tools
