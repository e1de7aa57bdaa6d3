#pragma once
// The mocked /sys and /dev that umockdev shows to a program.

#include <filesystem>
#include <string>

#include <umockdev.h>

namespace adoube::tests {

class TestBed {
  public:
    /// One per process; it lives to the end, as threads use it.
    static TestBed& of_this_process();

    TestBed();
    ~TestBed();
    TestBed(const TestBed&) = delete;
    TestBed& operator=(const TestBed&) = delete;

    std::filesystem::path real(const std::filesystem::path& mocked) const;
    UMockdevTestbed* get() const { return bed_; }
    /// Tells this process's listeners of a plug event, once they have read the last: umockdev ends a program
    /// whose listener's socket is full.
    void tell(const std::string& in_sys, const char* action);

  private:
    UMockdevTestbed* bed_;
};

/// From now on file modes bind this thread and those it starts, even as root.
void give_up_override_of_permissions();

} // namespace adoube::tests
