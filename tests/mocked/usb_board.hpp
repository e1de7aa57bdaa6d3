#pragma once
// A mocked USB board: answers as usbfs would (Linux, drivers/usb/core/devio.c); tests control its bulk
// endpoints.

#include "test_bed.hpp"

#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace adoube::tests {

/// With an id new to this process, since faults are counted by id.
struct NewBoard {
    std::string id = new_id(), name = "usb:" + id;
    static std::string new_id();
    /// Its faults so far.
    std::string account() const;
};

class UsbBoard {
  public:
    static constexpr std::uint8_t in = 0x83, out = 0x03;
    enum class Make : std::uint8_t { ours, another, loader }; // loader: of its chip (2e8a:0003)
    enum class Hotplug : std::uint8_t { told, silent };

    explicit UsbBoard(std::string id, Make make = Make::ours);
    ~UsbBoard();
    UsbBoard(const UsbBoard&) = delete;
    UsbBoard& operator=(const UsbBoard&) = delete;

    void plug_in(Hotplug hotplug = Hotplug::told);
    /// Transfers under way end with ESHUTDOWN, later requests with ENODEV.
    void unplug(Hotplug hotplug = Hotplug::told);
    std::string node() const;

    /// Queues one packet of at most 64 bytes for the host.
    void send(const std::string& bytes);
    /// The next transfer on this endpoint ends with this status (0, -EPIPE, …) and so many bytes.
    void next(std::uint8_t endpoint, int status, std::size_t bytes = 0);
    void forget_next();
    /// Bytes that each discarded transfer had moved.
    void on_discard(std::uint8_t endpoint, std::size_t bytes);
    /// While held, nothing ends.
    void hold(bool held);
    /// CLAIMINTERFACE, SETINTERFACE, … fail with this errno; 0: normal again.
    void refuse(unsigned long request, int error);
    void take(bool taking);

    std::string received() const;
    std::size_t packets_waiting() const; // not yet fetched
    std::size_t transfers_waiting(std::uint8_t endpoint) const;
    int halts_cleared(std::uint8_t endpoint) const;
    int set_interfaces() const;
    /// A program has its node open.
    bool open() const;
    /// What the host did that usbfs or a board would not forgive.
    std::string mistakes() const;

  private:
    struct Urb {
        UMockdevIoctlData* data;   // struct usbdevfs_urb
        UMockdevIoctlData* buffer; // or null
        UMockdevIoctlClient* client;
    };
    struct Outcome {
        int status;
        std::size_t bytes;
    };
    struct Endpoint {
        std::deque<Outcome> next;
        std::size_t on_discard = 0;
        bool halted = false;
        int cleared = 0;
    };

    static gboolean on_ioctl(UMockdevIoctlBase*, UMockdevIoctlClient* client, gpointer self);
    static void on_vanished(gpointer self, GObject* client);
    void answer(UMockdevIoctlClient* client);
    int carry_out(UMockdevIoctlClient* client, unsigned long request);
    int configuration(UMockdevIoctlData* arg);
    int claim(UMockdevIoctlClient* client);
    int release();
    std::filesystem::path driver() const;
    int set_interface();
    int submit(UMockdevIoctlClient* client, UMockdevIoctlData* arg);
    void control(UMockdevIoctlClient* client, UMockdevIoctlData* arg);
    int discard(unsigned long address);
    int reap(UMockdevIoctlClient* client, UMockdevIoctlData* arg);
    bool try_to_finish(Urb& urb);
    void finish(Urb& urb, int status, std::size_t bytes);
    int clear_halt(std::uint8_t endpoint);
    Endpoint& endpoint(std::uint8_t address) { return address == in ? in_ : out_; }
    std::size_t pending(std::uint8_t endpoint) const;
    std::string in_sys() const;
    std::string description() const;

    const std::string id_;
    const Make make_;
    const int place_;
    int bus_ = 0, address_ = 0; // new at each plug-in
    bool plugged_ = false;
    UMockdevIoctlBase* handler_;

    mutable std::mutex mutex_; // umockdev answers in its own thread
    bool gone_ = false, held_ = false;
    std::list<Urb> urbs_; // in order of submission
    std::list<Urb> finished_;
    Endpoint in_, out_;
    std::deque<std::string> packets_;
    std::string received_, mistakes_;
    std::map<unsigned long, int> refusals_;
    UMockdevIoctlClient* claimed_by_ = nullptr;
    bool taking_ = true;
    std::set<UMockdevIoctlClient*> clients_, of_gone_nodes_; // one per open
    int set_interfaces_ = 0;
};

} // namespace adoube::tests
