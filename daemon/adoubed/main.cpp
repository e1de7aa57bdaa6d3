#include "daemon/adoubed/asked_to_end.hpp"
#include "daemon/adoubed/check_config.hpp"
#include "daemon/adoubed/daemon.hpp"
#include "daemon/adoubed/display.hpp"
#include "daemon/adoubed/log.hpp"
#include "daemon/adoubed/new_start.hpp"
#include "daemon/adoubed/options.hpp"
#include "daemon/adoubed/service_manager.hpp"
#include "daemon/adoubed/show_config.hpp"
#include "daemon/adoubed/stand_by.hpp"
#include "daemon/text/quoting.hpp"

#include <boost/asio/io_context.hpp>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <optional>

namespace {

using namespace adoube;

int refuse(const std::string& sentence) {
    adoubed::flush_log();
    std::cerr << "adoubed: " << text::shown(sentence) << '\n';
    return 1;
}

/// `instead` of the file's text, where it is there.
std::expected<adoubed::Config, std::string> configured(const adoubed::Options& options,
                                                       const std::optional<std::string>& instead) {
    auto config = instead ? adoubed::parse_config(*instead, options.config, options.role)
                          : adoubed::read_config(options.config, options.role);
    if (!config) return config;
    if (instead) config->text = *instead;
    if (!options.journal.empty()) config->journal = options.journal;
    if (!options.control.empty()) config->control = options.control;
    if (!options.listen.empty()) {
        auto listen = adoubed::parse_listen(options.listen);
        if (!listen) return std::unexpected(listen.error());
        config->listen = *listen;
    }
    if (options.livechess.empty()) return config;
    if (!config->livechess)
        return std::unexpected(std::string("--livechess is for a configuration with a section [livechess]"));
    auto listen = adoubed::parse_livechess_listen(options.livechess);
    if (!listen) return std::unexpected(listen.error());
    config->livechess->listen = *listen;
    return config;
}

int check(const adoubed::Config& config) {
    const auto found = adoubed::check_config(config);
    for (const auto& remark : found.remarks) std::cout << "adoubed: " << text::shown(remark) << '\n';
    for (const auto& wrong : found.wrong) std::cerr << "adoubed: " << text::shown(wrong) << '\n';
    if (!found.wrong.empty()) return 1;
    if (config.role == adoubed::Role::display) return std::cout << "adoubed: nothing wrong\n", 0;
    std::cout << "adoubed: " << config.boards.size() << (config.boards.size() == 1 ? " board" : " boards")
              << ", nothing wrong\n";
    return 0;
}

int show(const adoubed::Config& config) {
    const auto shown = adoubed::show_config(config);
    if (!shown) return refuse(shown.error());
    return std::cout << *shown << std::flush ? 0 : refuse("what was to be shown could not be written");
}

struct Ended {
    std::optional<int> status; // none: it starts again
    std::string settings;      // that ran, the configuration's text
    std::optional<standby::Epoch> superseded_by{};
};
/// The error is why it does not start.
std::expected<Ended, std::string> run(const adoubed::Config& config) {
    boost::asio::io_context context(1);
    adoubed::AskedToEnd asked_to_end(context);
    auto daemon = adoubed::Daemon::start(context, config);
    asked_to_end.started();
    if (!daemon) return std::unexpected(daemon.error());
    std::cout << "adoubed: serving " << daemon->address() << std::endl;
    adoubed::ServiceManager manager(context, "serving " + daemon->address());
    context.run();
    const bool starts_again = daemon->starts_again();
    if (starts_again) manager.starts_again();
    adoubed::log_info("ending: all that was taken in is being written");
    const auto lost = daemon->end();
    auto settings = daemon->settings();
    if (const auto by = daemon->superseded_by()) return Ended{std::nullopt, std::move(settings), by};
    if (lost == 0) return Ended{starts_again ? std::nullopt : std::optional(0), std::move(settings)};
    adoubed::log_trouble(std::to_string(lost) + (lost == 1 ? " record" : " records") +
                         " could not be written before the end: boards send theirs again, an arbiter's word "
                         "has to be said again");
    return Ended{starts_again ? std::nullopt : std::optional(1), std::move(settings)};
}

/// Until it serves the hall: nothing; else an exit status.
std::expected<std::optional<int>, std::string> stand_by(const adoubed::Config& config,
                                                        const adoubed::KeptStanding& kept) {
    boost::asio::io_context context(1);
    adoubed::AskedToEnd asked_to_end(context);
    const auto standing = adoubed::StandBy::start(context, config, kept);
    asked_to_end.started();
    if (!standing) return std::unexpected(standing.error());
    std::cout << "adoubed: standing by for hall " << config.standby->broker.hall << std::endl;
    adoubed::ServiceManager manager(context, "standing by for hall " + config.standby->broker.hall);
    context.run();
    const auto takes_over = (*standing)->end();
    if (!takes_over) return std::unexpected(takes_over.error());
    if (!*takes_over) return 0;
    manager.starts_again();
    return std::nullopt;
}

int run_display(const adoubed::Config& config) {
    boost::asio::io_context context(1);
    adoubed::AskedToEnd asked_to_end(context);
    const auto display = adoubed::Display::start(context, config);
    asked_to_end.started();
    if (!display) return refuse(display.error());
    std::cout << "adoubed: serving " << (*display)->address() << std::endl;
    const adoubed::ServiceManager manager(context, "serving " + (*display)->address());
    context.run();
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN); // write errors report lost ports and viewers,
    std::signal(SIGXFSZ, SIG_IGN); // and files at their size limit
    const auto options = adoubed::parse_options(argc, argv);
    if (const int* status = std::get_if<int>(&options)) return *status;
    const adoubed::NewStart new_start;
    const auto does_not_start = [&](const std::string& why) {
        adoubed::flush_log();
        new_start.fall_back(argv, why);
        return refuse(why);
    };
    auto config = configured(std::get<adoubed::Options>(options), new_start.instead());
    if (!config) return does_not_start(config.error());
    if (!config->time_zone.empty()) ::setenv("TZ", config->time_zone.c_str(), 1); // before there are threads
    using Task = adoubed::Options::Task;
    const auto task = std::get<adoubed::Options>(options).task;
    if (task == Task::check_config) return check(*config);
    if (task == Task::show_config) return show(*config);
    if (config->role == adoubed::Role::display) return run_display(*config);
    if (!new_start.why_former().empty()) {
        config->why_former =
            "the hall runs with its former settings, as the new ones do not start: " + new_start.why_former();
        adoubed::log_trouble(config->why_former);
    }
    if (config->standby) {
        adoubed::AskedToEnd::hold_back();
        const auto standing = adoubed::standing_of(*config);
        if (!standing) return refuse(standing.error());
        if (!standing->serves) {
            const auto stood_by = stand_by(*config, *standing);
            if (!stood_by) return refuse(stood_by.error());
            if (*stood_by) return **stood_by;
            // With what the other one has said in the configuration since.
            if (auto newest = configured(std::get<adoubed::Options>(options), {}))
                config = std::move(newest);
            else
                adoubed::log_trouble(newest.error() + ": the hall runs as configured before");
        }
    } else if (config->role == adoubed::Role::standby)
        return refuse("--role standby is for a configuration with a section [standby]");
    const auto ended = run(*config);
    if (!ended) return does_not_start(ended.error());
    if (ended->superseded_by) {
        const auto kept = adoubed::KeptStanding{false, *ended->superseded_by, 0}.write(config->journal);
        if (!kept) return refuse(kept.error());
    }
    if (ended->status) return *ended->status;
    adoubed::flush_log();
    return refuse(new_start.begin(argv, ended->settings));
}
