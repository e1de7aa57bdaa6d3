#include "process.hpp"

#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace adoube::tests {

Process::Process(std::vector<std::string> command, std::filesystem::path log) : log_(std::move(log)) {
    std::vector<char*> argv;
    for (auto& word : command) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // a killed test leaves nothing running
    const int out = ::open(log_.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(out, STDERR_FILENO);
    ::execv(argv[0], argv.data());
    ::_exit(127);
}

Process::~Process() {
    if (running()) {
        signal(SIGKILL);
        wait();
    }
    const auto said = output();
    for (const auto* finding : {"Sanitizer: ", ": runtime error: "})
        if (said.find(finding) != std::string::npos) {
            std::fprintf(stderr, "%s", said.c_str());
            std::abort();
        }
}

void Process::signal(int number) {
    if (!status_) ::kill(pid_, number);
}

std::optional<int> Process::wait(std::chrono::milliseconds longest) {
    wait_until(
        [&] {
            int status = 0;
            if (!status_ && ::waitpid(pid_, &status, WNOHANG) == pid_)
                status_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
            return status_.has_value();
        },
        longest);
    return status_;
}

bool Process::wait_for_output(const std::string& part, std::chrono::milliseconds longest) {
    return wait_until([&] { return output().find(part) != std::string::npos; }, longest);
}

Ran run(std::vector<std::string> command) {
    const TemporaryFolder aside;
    Process process(std::move(command), aside / "log");
    const auto status = process.wait().value_or(-1);
    return {status, process.output()};
}

Ran run_adoube(std::vector<std::string> words) {
    words.insert(words.begin(), tests::program("adoube"));
    return run(std::move(words));
}

} // namespace adoube::tests
