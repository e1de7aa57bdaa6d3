#include "watch.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>
#include <unistd.h>

namespace adoube::soak {
namespace {

std::filesystem::path folder_of(pid_t process) { return "/proc/" + std::to_string(process); }

double mean(std::vector<Sample>::const_iterator first, std::vector<Sample>::const_iterator last) {
    const auto add = [](double sum, const Sample& sample) { return sum + sample.bytes; };
    return std::accumulate(first, last, 0.0, add) /
           static_cast<double>(std::max<std::ptrdiff_t>(1, last - first));
}

} // namespace

std::uint64_t anonymous_bytes(pid_t process) {
    std::ifstream in(folder_of(process) / "smaps_rollup");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("Anonymous:")) return 1024 * std::stoull(line.substr(line.find(':') + 1));
    return 0;
}

std::map<std::string, int> descriptors(pid_t process) {
    std::map<std::string, int> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder_of(process) / "fd")) {
        std::error_code gone;
        auto name = std::filesystem::read_symlink(entry.path(), gone).string();
        if (gone) continue;
        if (name.starts_with("/dev/pts/"))
            name = "terminal";
        else if (!name.starts_with('/') && !name.starts_with("anon_inode"))
            name = name.substr(0, name.find(':'));
        ++all[name];
    }
    return all;
}

double processor_s(pid_t process) {
    std::ifstream in(folder_of(process) / "stat");
    std::string text;
    std::getline(in, text);
    std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 2)));
    std::string passed_over;
    for (int field = 3; field < 14; ++field) fields >> passed_over; // man 5 proc: utime is the 14th
    double user = 0, system = 0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

Growth growth(const std::vector<Sample>& samples, double from_s, double to_s) {
    const auto first = std::ranges::lower_bound(samples, from_s, {}, &Sample::t_s);
    const auto last = std::ranges::upper_bound(samples, to_s, {}, &Sample::t_s);
    const auto count = last - first;
    if (count < 3) return {};
    double t_mean = 0, sum_tt = 0, sum_tb = 0;
    for (auto at = first; at != last; ++at) t_mean += at->t_s / static_cast<double>(count);
    const double b_mean = mean(first, last);
    for (auto at = first; at != last; ++at) {
        sum_tt += (at->t_s - t_mean) * (at->t_s - t_mean);
        sum_tb += (at->t_s - t_mean) * (at->bytes - b_mean);
    }
    return {sum_tt > 0 ? sum_tb / sum_tt : 0, mean(first, first + count / 3), mean(last - count / 3, last)};
}

} // namespace adoube::soak
