#pragma once
// With what the journal of another computer begins, which goes on where this one's ends. Errors are one
// sentence.

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>

namespace adoube::journal {

/// All that `journal` holds at this moment, in one new file, replacing what is there. Its writer never waits.
std::expected<void, std::string> write_base(const std::filesystem::path& journal,
                                            const std::filesystem::path& base);

/// A base that is to become a journal, which nobody has open.
class Base {
  public:
    /// Takes as long as the two are large, and changes nothing that the journal holds. The error: the base is
    /// none, or not whole.
    static std::expected<Base, std::string> prepare(std::filesystem::path base,
                                                    std::filesystem::path journal);
    /// At once. The former journal is replaced if the base holds all of it, and kept beside (FILE.kept-1) if
    /// not: `kept_beside` tells.
    std::expected<void, std::string> take() const;

  private:
    Base(std::filesystem::path base, std::filesystem::path journal, std::filesystem::path aside)
        : base_(std::move(base)), journal_(std::move(journal)), aside_(std::move(aside)) {}
    std::filesystem::path base_, journal_, aside_; // aside_ empty: the former journal is not needed
};

} // namespace adoube::journal
