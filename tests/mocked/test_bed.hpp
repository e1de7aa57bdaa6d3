#pragma once
// The /sys and /dev that a program sees which runs under umockdev, for devices that are not there.

#include <filesystem>
#include <string>

#include <umockdev.h>

namespace adoube::tests {

class TestBed {
  public:
    /// There can be one in a process. It lives to the end, as threads that look at it do.
    static TestBed& of_this_process();

    TestBed();
    ~TestBed();
    TestBed(const TestBed&) = delete;
    TestBed& operator=(const TestBed&) = delete;

    /// Where a file of the mocked system really is.
    std::filesystem::path real(const std::filesystem::path& mocked) const;
    UMockdevTestbed* get() const { return bed_; }
    /// Tells those in this process who listen for what is plugged in. Waits until they have heard what was
    /// told before: umockdev ends a program whose listener's socket is full.
    void tell(const std::string& in_sys, const char* action);

  private:
    UMockdevTestbed* bed_;
};

/// From now on file modes bind this thread, and those that it starts, though it be root's.
void give_up_override_of_permissions();

} // namespace adoube::tests
