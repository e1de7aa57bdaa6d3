#include "daemon/adoubed/log.hpp"

#include "daemon/adoubed/log_writer.hpp"
#include "daemon/text/quoting.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <unistd.h>

namespace adoube::adoubed {
namespace {

constexpr const char* pattern = "%Y-%m-%d %H:%M:%S.%e %^%l%$ %v";

std::string line_of(spdlog::formatter& formatter, const spdlog::details::log_msg& message) {
    spdlog::memory_buf_t formatted;
    formatter.format(message, formatted);
    std::string line = fmt::to_string(formatted);
    if (static const bool is_terminal = ::isatty(STDERR_FILENO); is_terminal) {
        line.insert(message.color_range_end, "\033[m");
        line.insert(message.color_range_start,
                    message.level >= spdlog::level::warn ? "\033[33m\033[1m" : "\033[32m");
    }
    return line;
}

std::string left_out(std::size_t lines) {
    spdlog::pattern_formatter formatter(pattern);
    const auto sentence =
        "here " + std::to_string(lines) + " lines of this log are missing: nobody took them in time";
    return line_of(formatter, {"adoubed", spdlog::level::warn, sentence});
}

class Sink final : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
  public:
    LogWriter writer{STDERR_FILENO, left_out};

  private:
    void sink_it_(const spdlog::details::log_msg& message) override {
        writer.put(line_of(*formatter_, message));
    }
    void flush_() override { writer.flush(); }
};

spdlog::logger& logger() {
    static const auto instance = [] {
        auto made = std::make_unique<spdlog::logger>("adoubed", std::make_shared<Sink>());
        made->set_pattern(pattern);
        return made;
    }();
    return *instance;
}

} // namespace

void log_info(std::string_view sentence) { logger().info("{}", text::shown(sentence)); }
void log_trouble(std::string_view sentence) { logger().warn("{}", text::shown(sentence)); }
void flush_log() { logger().flush(); }

} // namespace adoube::adoubed
