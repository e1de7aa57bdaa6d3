#include "daemon/adoubed/check_config.hpp"
#include "daemon/adoubed/daemon.hpp"
#include "daemon/adoubed/log.hpp"
#include "daemon/adoubed/options.hpp"
#include "daemon/adoubed/service_manager.hpp"
#include "daemon/text/quoting.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <iostream>
#include <system_error>

#include <sys/signalfd.h>
#include <unistd.h>

namespace {

using namespace adoube;

int refuse(const std::string& sentence) {
    adoubed::flush_log();
    std::cerr << "adoubed: " << text::shown(sentence) << '\n';
    return 1;
}

std::expected<adoubed::Config, std::string> configured(const adoubed::Options& options) {
    auto config = adoubed::read_config(options.config);
    if (!config) return config;
    if (!options.journal.empty()) config->journal = options.journal;
    if (!options.control.empty()) config->control = options.control;
    if (options.listen.empty()) return config;
    auto listen = adoubed::parse_listen(options.listen);
    if (!listen) return std::unexpected(listen.error());
    config->listen = *listen;
    return config;
}

int check(const adoubed::Config& config) {
    const auto found = adoubed::check_config(config);
    for (const auto& remark : found.remarks) std::cout << "adoubed: " << remark << '\n';
    for (const auto& wrong : found.wrong) std::cerr << "adoubed: " << wrong << '\n';
    if (!found.wrong.empty()) return 1;
    std::cout << "adoubed: " << config.boards.size() << (config.boards.size() == 1 ? " board" : " boards")
              << ", nothing wrong\n";
    return 0;
}

/// SIGINT and SIGTERM as bytes to be read: nothing interrupts a thread, nor is one lost while another thread
/// is made. Threads that begin later have them blocked, too. The first asks the daemon to end; the second
/// finds them blocked no more, and insists.
class AskedToEnd {
  public:
    explicit AskedToEnd(boost::asio::io_context& context) : context_(context), descriptor_(context) {
        ::sigemptyset(&signals_);
        for (const int number : {SIGINT, SIGTERM}) ::sigaddset(&signals_, number);
        ::pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
        const int descriptor = ::signalfd(-1, &signals_, SFD_NONBLOCK | SFD_CLOEXEC);
        if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "signalfd");
        descriptor_.assign(descriptor);
        descriptor_.async_read_some(
            boost::asio::buffer(first_), [this](boost::system::error_code, std::size_t) {
                // Who asks twice in one breath asks once.
                while (::read(descriptor_.native_handle(), first_.data(), sizeof first_) > 0) {
                }
                ::pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
                context_.stop();
            });
    }

  private:
    boost::asio::io_context& context_;
    boost::asio::posix::stream_descriptor descriptor_;
    std::array<signalfd_siginfo, 1> first_{};
    sigset_t signals_{};
};

int run(const adoubed::Config& config) {
    boost::asio::io_context context(1);
    const AskedToEnd asked_to_end(context);
    auto daemon = adoubed::Daemon::start(context, config);
    if (!daemon) return refuse(daemon.error());
    std::cout << "adoubed: serving " << daemon->address() << std::endl;
    const adoubed::ServiceManager manager(context, "serving " + daemon->address());
    context.run();
    adoubed::log_info("ending: all that was taken in is being written");
    const auto lost = daemon->end();
    if (lost == 0) return 0;
    adoubed::log_trouble(std::to_string(lost) + (lost == 1 ? " record" : " records") +
                         " could not be written before the end: boards send theirs again, an arbiter's word "
                         "has to be said again");
    return 1;
}

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN); // a port or viewer that is gone is told by its error,
    std::signal(SIGXFSZ, SIG_IGN); // and so is a file that may not grow
    const auto options = adoubed::parse_options(argc, argv);
    if (const int* status = std::get_if<int>(&options)) return *status;
    const auto config = configured(std::get<adoubed::Options>(options));
    if (!config) return refuse(config.error());
    if (!std::get<adoubed::Options>(options).check_config) return run(*config);
    return check(*config);
}
