#pragma once
// One line to a running daemon's control socket, and its answer.

#include <chrono>
#include <expected>
#include <filesystem>
#include <functional>
#include <string>

namespace adoube::tools {

/// The control socket of the only daemon in this folder, whatever its name; else the service's. An error:
/// none, or several.
std::expected<std::string, std::string>
find_control(const std::filesystem::path& folder = ".",
             const std::filesystem::path& of_service = "/run/adoube/control");

/// `line` without its newline. Returns what was done, or "ok". An error: no daemon, a refusal, or no answer
/// within `longest`. A slow disk delays the journal by seconds, a full one indefinitely.
std::expected<std::string, std::string>
tell_daemon(const std::string& control, const std::string& line,
            std::chrono::milliseconds longest = std::chrono::seconds(15));

/// Interprets an answer likewise.
std::expected<std::string, std::string> told_by(const std::string& answer);

/// The first line of the arbiters' feed: all boards.
std::expected<std::string, std::string> first_of_watch(const std::string& control,
                                                       std::chrono::milliseconds longest);

/// Passes each line of the arbiters' feed to `take`. Returns why it ended.
std::string watch_daemon(const std::string& control, const std::function<void(const std::string&)>& take);

} // namespace adoube::tools
