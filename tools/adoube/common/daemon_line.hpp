#pragma once
// One line to a daemon that runs, on its control socket, and whether it did what was asked.

#include <chrono>
#include <expected>
#include <filesystem>
#include <functional>
#include <string>

namespace adoube::tools {

/// The control socket of the one daemon that runs in this folder, whatever it is called; where there is none,
/// of the service. The error is one sentence: there is none, or more than one.
std::expected<std::string, std::string>
find_control(const std::filesystem::path& folder = ".",
             const std::filesystem::path& of_service = "/run/adoube/control");

/// `line` without its newline. Returns what it has done, in one sentence, or "ok". The error is one sentence:
/// no daemon is there, it refuses, or it has not answered for so long. A journal on a disk that is slow takes
/// a few seconds; on one that is full nobody knows how many.
std::expected<std::string, std::string>
tell_daemon(const std::string& control, const std::string& line,
            std::chrono::milliseconds longest = std::chrono::seconds(15));

/// The same of an answer that is there.
std::expected<std::string, std::string> told_by(const std::string& answer);

/// Gives each line of what arbiters are told to `take`. Returns why it ended: one sentence.
std::string watch_daemon(const std::string& control, const std::function<void(const std::string&)>& take);

} // namespace adoube::tools
