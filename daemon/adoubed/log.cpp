#include "daemon/adoubed/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace adoube::adoubed {
namespace {

spdlog::logger& logger() {
    static const auto instance = [] {
        auto made = spdlog::stderr_color_st("adoubed");
        made->set_pattern("%Y-%m-%d %H:%M:%S.%e %^%l%$ %v");
        return made;
    }();
    return *instance;
}

} // namespace

void log_info(std::string_view sentence) { logger().info("{}", sentence); }
void log_trouble(std::string_view sentence) { logger().warn("{}", sentence); }

} // namespace adoube::adoubed
