#pragma once
// A board on USB that is not there: what usbfs (Linux, drivers/usb/core/devio.c) would answer to a program
// that opens it. Its bulk endpoints do what a test says.

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

/// Of a board that no test has had in this process: what is counted is counted by the id.
struct NewBoard {
    std::string id = new_id(), name = "usb:" + id;
    static std::string new_id();
    /// What has gone wrong with it so far.
    std::string account() const;
};

class UsbBoard {
  public:
    static constexpr std::uint8_t in = 0x83, out = 0x03;
    enum class Make : std::uint8_t { ours, another, loader }; // loader: of its chip (2e8a:0003)
    enum class Hotplug : std::uint8_t { told, silent };

    /// Each with a place of its own on the bus.
    explicit UsbBoard(std::string id, Make make = Make::ours);
    ~UsbBoard();
    UsbBoard(const UsbBoard&) = delete;
    UsbBoard& operator=(const UsbBoard&) = delete;

    void plug_in(Hotplug hotplug = Hotplug::told);
    /// Whatever is on its way ends with ESHUTDOWN, all that follows with ENODEV.
    void unplug(Hotplug hotplug = Hotplug::told);
    /// As /dev has it.
    std::string node() const;

    /// What the board will send, one packet for each call of at most 64 bytes.
    void send(const std::string& bytes);
    /// A transfer on this endpoint ends with this status (0 or -EPIPE, …) and so many bytes, before anything
    /// else happens on it.
    void next(std::uint8_t endpoint, int status, std::size_t bytes = 0);
    void forget_next();
    /// Of each transfer that is discarded on this endpoint so many bytes had gone through.
    void on_discard(std::uint8_t endpoint, std::size_t bytes);
    /// Nothing ends while it is held.
    void hold(bool held);
    /// CLAIMINTERFACE, SETINTERFACE, … answer with this errno; 0: as usual again.
    void refuse(unsigned long request, int error);
    /// Whether it takes what a host sends.
    void take(bool taking);

    std::string received() const;
    std::size_t packets_waiting() const; // not yet fetched by the host
    std::size_t transfers_waiting(std::uint8_t endpoint) const;
    int halts_cleared(std::uint8_t endpoint) const;
    int set_interfaces() const;
    /// A program has its node open.
    bool open() const;
    /// What a host did that usbfs or a board would not forgive; empty where nothing.
    std::string mistakes() const;

  private:
    struct Urb {
        UMockdevIoctlData* data;   // struct usbdevfs_urb
        UMockdevIoctlData* buffer; // null where it has none
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
    int bus_ = 0, address_ = 0; // others each time that it is plugged in
    bool plugged_ = false;
    UMockdevIoctlBase* handler_;

    mutable std::mutex mutex_; // umockdev answers in a thread of its own
    bool gone_ = false, held_ = false;
    std::list<Urb> urbs_;     // in the order in which they were submitted
    std::list<Urb> finished_; // to be reaped
    Endpoint in_, out_;
    std::deque<std::string> packets_;
    std::string received_, mistakes_;
    std::map<unsigned long, int> refusals_;
    UMockdevIoctlClient* claimed_by_ = nullptr;
    bool taking_ = true;
    std::set<UMockdevIoctlClient*> clients_; // one for each time that it is open
    int set_interfaces_ = 0;
};

} // namespace adoube::tests
