#include "daemon/adoubed/asked_to_end.hpp"

#include "tests/catch.hpp"
#include "tests/wait_until.hpp"

#include <functional>

#include <sys/wait.h>
#include <unistd.h>

using adoube::adoubed::AskedToEnd;

namespace {

/// The wait status after so many signals.
int ended_by(const std::function<void()>& does, int signals) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::signal(SIGTERM, SIG_DFL);
        does();
        ::_exit(7);
    }
    int status = 0;
    const auto has_ended = [&] { return ::waitpid(child, &status, WNOHANG) == child; };
    for (int n = 0; n < signals; ++n) {
        ::usleep(300'000); // else the signals merge
        ::kill(child, SIGTERM);
    }
    REQUIRE(adoube::tests::wait_until(has_ended));
    return status;
}

void hang() {
    boost::asio::io_context context;
    const AskedToEnd asked(context);
    for (;;) ::pause();
}

void start_and_serve() {
    boost::asio::io_context context(1);
    AskedToEnd asked(context);
    ::usleep(600'000);
    asked.started();
    context.run();
    ::_exit(0);
}

} // namespace

TEST_CASE("a start that hangs heeds no signal") {
    for (const int signals : {1, 2}) {
        const int status = ended_by(hang, signals);
        REQUIRE(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == SIGTERM);
    }
}

TEST_CASE("a signal that comes while the daemon starts is lost, or spoils its end") {
    const int status = ended_by(start_and_serve, 1);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}
