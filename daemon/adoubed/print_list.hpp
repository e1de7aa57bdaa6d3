#pragma once
// The scoresheets that wait for the printer, and those that somebody is to see to. A file beside the journal
// keeps them, so that a restart forgets none.

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

namespace adoube::adoubed {

struct PrintList {
    struct Doubtful {
        std::string game;     // its id in the journal
        bool printed = false; // with something missing
        std::string why;      // a sentence without its full stop
        friend bool operator==(const Doubtful&, const Doubtful&) = default;
    };
    std::vector<std::string> waiting; // ids, in their order
    std::vector<Doubtful> doubtful;   // at most one of a game
    friend bool operator==(const PrintList&, const PrintList&) = default;

    static std::filesystem::path file_beside(const std::filesystem::path& journal) {
        return journal.string() + "-printing";
    }
    /// Empty where there is no file. The error is one sentence.
    static std::expected<PrintList, std::string> read(const std::filesystem::path& file);
    /// On the disk when it returns. The error is one sentence.
    std::expected<void, std::string> write(const std::filesystem::path& file) const;
};

} // namespace adoube::adoubed
