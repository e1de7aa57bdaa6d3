#pragma once
// Prints with CUPS' command lp, as a child process without a shell.

#include <atomic>
#include <chrono>
#include <expected>
#include <string>

namespace adoube::adoubed {

/// Blocks until lp has taken `pdf`, is ended after `longest` or because of `stop`, or cannot be started.
/// Returns lp's answer ("request id is …"); the error is one sentence, without its full stop, that names the
/// printer.
std::expected<std::string, std::string> print(const std::string& printer, const std::string& title,
                                              const std::string& pdf, std::chrono::milliseconds longest,
                                              const std::atomic<bool>& stop);

} // namespace adoube::adoubed
