#include "usb_board.hpp"

#include "daemon/board/port.hpp"
#include "tests/catch.hpp"
#include "tests/wait_until.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <linux/usbdevice_fs.h>
#include <sys/ioctl.h>
#include <utility>

namespace adoube::tests {
namespace {

int places = 0;
int times_plugged_in = 0; // of all boards: each time has another node
constexpr int most_addresses = 127;

using Make = UsbBoard::Make;

/// Device, configuration, CDC, and the interface for libusb (or another maker's).
std::vector<std::uint8_t> descriptors(Make make) {
    const std::uint8_t subclass = make == Make::ours ? 0x41 : 0x00;
    const std::vector<std::uint8_t> interfaces = {
        9,        4,    0,
        0,        1,    0x02,
        0x02,     0,    0, // CDC control
        7,        5,    0x81,
        3,        8,    0,
        16, //
        9,        4,    1,
        0,        2,    0x0A,
        0,        0,    0, // CDC data
        7,        5,    0x02,
        2,        64,   0,
        0, //
        7,        5,    0x82,
        2,        64,   0,
        0, //
        9,        4,    2,
        0,        2,    0xFF,
        subclass, 0x01, 4, // ours
        7,        5,    UsbBoard::out,
        2,        64,   0,
        0, //
        7,        5,    UsbBoard::in,
        2,        64,   0,
        0, //
    };
    std::vector<std::uint8_t> all = {18,   1,    0x10, 2, 0xEF, 2, 1, 64, 0x09,
                                     0x12, 0x01, 0x00, 0, 1,    1, 2, 3,  1};
    if (make == Make::loader) all[8] = 0x8A, all[9] = 0x2E, all[10] = 0x03;
    const auto total = static_cast<std::uint8_t>(9 + interfaces.size());
    for (const std::uint8_t byte : {std::uint8_t{9}, std::uint8_t{2}, total, std::uint8_t{0}, std::uint8_t{3},
                                    std::uint8_t{1}, std::uint8_t{0}, std::uint8_t{0x80}, std::uint8_t{50}})
        all.push_back(byte);
    all.insert(all.end(), interfaces.begin(), interfaces.end());
    return all;
}

std::string hex(const std::vector<std::uint8_t>& bytes) {
    std::string text;
    char digits[3];
    for (const auto byte : bytes) {
        std::snprintf(digits, sizeof digits, "%02X", byte);
        text += digits;
    }
    return text;
}

usbdevfs_urb& urb_of(UMockdevIoctlData* data) { return *reinterpret_cast<usbdevfs_urb*>(data->data); }

template<class T>
T got(UMockdevIoctlData* data) {
    T value;
    std::memcpy(&value, data->data, sizeof value);
    return value;
}

void put(UMockdevIoctlData* data, std::size_t offset, const void* bytes, std::size_t size) {
    std::vector<guint8> copy(size);
    std::memcpy(copy.data(), bytes, size);
    umockdev_ioctl_data_update(data, offset, copy.data(), static_cast<gint>(size));
}
template<class T>
int give(UMockdevIoctlData* data, const T& value) {
    put(data, 0, &value, sizeof value);
    return 0;
}

} // namespace

std::string NewBoard::new_id() {
    static int boards = 0;
    char id[17];
    std::snprintf(id, sizeof id, "e6605838836%05x", ++boards);
    return id;
}
std::string NewBoard::account() const { return account_of(board::port_from(name).value()); }

UsbBoard::UsbBoard(std::string id, Make make)
    : id_(std::move(id)), make_(make), place_(++places), handler_(umockdev_ioctl_base_new()) {
    TestBed::of_this_process();
    g_signal_connect(handler_, "handle-ioctl", G_CALLBACK(&UsbBoard::on_ioctl), this);
}

UsbBoard::~UsbBoard() {
    if (plugged_) unplug();
    // umockdev's thread may use us until the board is given back.
    if (!wait_until([this] { return !open(); })) std::abort();
    g_signal_handlers_disconnect_by_data(handler_, this);
    g_object_unref(handler_);
}

std::string UsbBoard::node() const {
    char name[32];
    std::snprintf(name, sizeof name, "/dev/bus/usb/%03d/%03d", bus_, address_);
    return name;
}

void UsbBoard::plug_in(Hotplug hotplug) {
    {
        const std::lock_guard lock(mutex_);
        gone_ = false;
        in_ = out_ = {};
        bus_ = ++times_plugged_in / most_addresses + 1;
        address_ = times_plugged_in % most_addresses + 1;
    }
    plugged_ = true;
    auto* const bed = TestBed::of_this_process().get();
    GError* error = nullptr;
    // Before the node exists: umockdev ends a program that opens one without a handler.
    REQUIRE(umockdev_testbed_attach_ioctl(bed, node().c_str(), handler_, &error));
    REQUIRE(umockdev_testbed_add_from_string(bed, description().c_str(), &error));
    std::filesystem::create_directory(driver().parent_path());
    if (hotplug == Hotplug::told) TestBed::of_this_process().tell(in_sys(), "add");
}

void UsbBoard::unplug(Hotplug hotplug) {
    {
        const std::lock_guard lock(mutex_);
        gone_ = true;
        claimed_by_ = nullptr;
        of_gone_nodes_ = clients_; // umockdev may see a node closed only much later
        packets_.clear();
        std::error_code none;
        std::filesystem::remove(driver(), none);
    }
    plugged_ = false;
    auto& bed = TestBed::of_this_process();
    if (hotplug == Hotplug::told) bed.tell(in_sys(), "remove");
    umockdev_testbed_remove_device(bed.get(), in_sys().c_str());
    std::filesystem::remove(bed.real(node())); // last: umockdev bears few attempts to open what is gone
}

std::string UsbBoard::in_sys() const {
    const auto bus = std::to_string(bus_);
    return "/sys/devices/usb" + bus + "/" + bus + "-" + std::to_string(place_);
}

std::string UsbBoard::description() const {
    const auto bytes = hex(descriptors(make_));
    const auto bus = std::to_string(bus_), address = std::to_string(address_);
    return "P: " + in_sys().substr(4) + "\nN: " + node().substr(5) + "=" + bytes +
           "\nE: SUBSYSTEM=usb\nE: DEVTYPE=usb_device\nE: DEVNAME=" + node() + "\nE: BUSNUM=" + bus +
           "\nE: DEVNUM=" + address + "\nA: busnum=" + bus + "\nA: devnum=" + address +
           (make_ == Make::loader ? "\nA: idVendor=2e8a\nA: idProduct=0003"
                                  : "\nA: idVendor=1209\nA: idProduct=0001") +
           "\nA: bcdDevice=0010\nA: bConfigurationValue=1\nA: speed=12\nA: serial=" + id_ +
           "\nA: product=Adoube pico-matrix\nA: manufacturer=Adoube\nH: descriptors=" + bytes + "\n";
}

// For tests.

void UsbBoard::send(const std::string& bytes) {
    const std::lock_guard lock(mutex_);
    packets_.push_back(bytes);
}
void UsbBoard::next(std::uint8_t address, int status, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    endpoint(address).next.push_back({status, bytes});
}
void UsbBoard::forget_next() {
    const std::lock_guard lock(mutex_);
    in_.next.clear();
    out_.next.clear();
}
void UsbBoard::on_discard(std::uint8_t address, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    endpoint(address).on_discard = bytes;
}
void UsbBoard::hold(bool held) {
    const std::lock_guard lock(mutex_);
    held_ = held;
}
void UsbBoard::refuse(unsigned long request, int error) {
    const std::lock_guard lock(mutex_);
    refusals_.erase(request);
    if (error != 0) refusals_[request] = error;
}
void UsbBoard::take(bool taking) {
    const std::lock_guard lock(mutex_);
    taking_ = taking;
}
std::string UsbBoard::received() const {
    const std::lock_guard lock(mutex_);
    return received_;
}
std::size_t UsbBoard::packets_waiting() const {
    const std::lock_guard lock(mutex_);
    return packets_.size();
}
std::size_t UsbBoard::transfers_waiting(std::uint8_t address) const {
    const std::lock_guard lock(mutex_);
    return pending(address);
}
int UsbBoard::halts_cleared(std::uint8_t address) const {
    const std::lock_guard lock(mutex_);
    return (address == in ? in_ : out_).cleared;
}
int UsbBoard::set_interfaces() const {
    const std::lock_guard lock(mutex_);
    return set_interfaces_;
}
bool UsbBoard::open() const {
    const std::lock_guard lock(mutex_);
    return !clients_.empty();
}
std::string UsbBoard::mistakes() const {
    const std::lock_guard lock(mutex_);
    return mistakes_;
}

// usbfs.

gboolean UsbBoard::on_ioctl(UMockdevIoctlBase*, UMockdevIoctlClient* client, gpointer self) {
    auto& board = *static_cast<UsbBoard*>(self);
    const std::lock_guard lock(board.mutex_);
    // Not at connect: umockdev 0.17 connects even those that may not open the node, and keeps them.
    if (board.clients_.insert(client).second)
        g_object_weak_ref(G_OBJECT(client), &UsbBoard::on_vanished, self);
    board.answer(client);
    return TRUE;
}

void UsbBoard::on_vanished(gpointer self, GObject* gone) {
    auto& board = *static_cast<UsbBoard*>(self);
    const std::lock_guard lock(board.mutex_);
    auto* const client = reinterpret_cast<UMockdevIoctlClient*>(gone);
    board.clients_.erase(client);
    board.of_gone_nodes_.erase(client);
    if (board.claimed_by_ == client) board.release();
    const auto is_its = [&](const Urb& urb) { return urb.client == client; };
    board.urbs_.remove_if(is_its);
    board.finished_.remove_if(is_its);
}

void UsbBoard::answer(UMockdevIoctlClient* client) {
    const int result = carry_out(client, umockdev_ioctl_client_get_request(client));
    umockdev_ioctl_client_complete(client, std::max(result, -1), result < 0 ? -result : 0);
}

/// Negative: -errno.
int UsbBoard::carry_out(UMockdevIoctlClient* client, unsigned long request) {
    UMockdevIoctlData* const whole = umockdev_ioctl_client_get_arg(client);
    const auto argument = [&] { return umockdev_ioctl_data_resolve(whole, 0, _IOC_SIZE(request), nullptr); };
    if (request == USBDEVFS_REAPURB || request == USBDEVFS_REAPURBNDELAY) return reap(client, argument());
    if (const auto refusal = refusals_.find(request); refusal != refusals_.end()) return -refusal->second;
    if (gone_ || of_gone_nodes_.contains(client)) return -ENODEV;
    switch (request) {
    case USBDEVFS_GET_CAPABILITIES:
        return give(argument(),
                    std::uint32_t{USBDEVFS_CAP_BULK_CONTINUATION | USBDEVFS_CAP_NO_PACKET_SIZE_LIM |
                                  USBDEVFS_CAP_REAP_AFTER_DISCONNECT});
    case USBDEVFS_CONNECTINFO:
        return give(argument(), usbdevfs_connectinfo{static_cast<unsigned>(address_), 0});
    case USBDEVFS_CONTROL: return configuration(argument());
    case USBDEVFS_CLAIMINTERFACE: return claim(client);
    case USBDEVFS_RELEASEINTERFACE: return release();
    case USBDEVFS_SETINTERFACE: return set_interface();
    case USBDEVFS_CLEAR_HALT: return clear_halt(got<std::uint8_t>(argument()));
    case USBDEVFS_SUBMITURB: return submit(client, argument());
    case USBDEVFS_DISCARDURB: return discard(got<unsigned long>(whole));
    default: return -ENOTTY;
    }
}

/// GET_CONFIGURATION, as libusb opens a board.
int UsbBoard::configuration(UMockdevIoctlData* arg) {
    const auto offset = offsetof(usbdevfs_ctrltransfer, data);
    give(umockdev_ioctl_data_resolve(arg, offset, 1, nullptr), std::uint8_t{1});
    return 1;
}

int UsbBoard::claim(UMockdevIoctlClient* client) {
    if (claimed_by_ && claimed_by_ != client) return -EBUSY;
    claimed_by_ = client;
    std::error_code gone;
    std::filesystem::create_symlink("../../../../../bus/usb/drivers/usbfs", driver(), gone);
    return 0;
}

int UsbBoard::release() {
    claimed_by_ = nullptr;
    std::error_code none;
    // umockdev fails if what it is about to remove is gone.
    if (!gone_) std::filesystem::remove(driver(), none);
    return 0;
}

/// In /sys, the interface's driver.
std::filesystem::path UsbBoard::driver() const {
    const auto interface = std::filesystem::path(in_sys()).filename().native() + ":1.2";
    return TestBed::of_this_process().real(in_sys()) / interface / "driver";
}

int UsbBoard::set_interface() {
    ++set_interfaces_;
    in_.halted = out_.halted = false; // USB 2.0, chapter 9.1.1.5
    if (!urbs_.empty()) mistakes_ += "SETINTERFACE under transfers; ";
    return 0;
}

int UsbBoard::clear_halt(std::uint8_t address) {
    if (pending(address) > 0) mistakes_ += "CLEAR_HALT under transfers; ";
    ++endpoint(address).cleared;
    endpoint(address).halted = false;
    return 0;
}

std::size_t UsbBoard::pending(std::uint8_t address) const {
    return static_cast<std::size_t>(std::count_if(
        urbs_.begin(), urbs_.end(), [&](const Urb& urb) { return urb_of(urb.data).endpoint == address; }));
}

int UsbBoard::submit(UMockdevIoctlClient* client, UMockdevIoctlData* arg) {
    const auto& urb = urb_of(arg);
    if (urb.endpoint == 0) return control(client, arg), 0;
    if (urb.endpoint != in && urb.endpoint != out) return -ENOENT;
    if (claimed_by_ != client) mistakes_ += "a transfer without a claim; ";
    if (endpoint(urb.endpoint).halted) mistakes_ += "a transfer on a halted endpoint; ";
    const auto length = static_cast<std::size_t>(urb.buffer_length);
    auto* const buffer = umockdev_ioctl_data_resolve(arg, offsetof(usbdevfs_urb, buffer), length, nullptr);
    urbs_.push_back(
        {umockdev_ioctl_data_ref(arg), buffer ? umockdev_ioctl_data_ref(buffer) : nullptr, client});
    return 0;
}

/// Accepts everything, answers with zeros.
void UsbBoard::control(UMockdevIoctlClient* client, UMockdevIoctlData* arg) {
    const auto& raw = urb_of(arg);
    auto* const buffer = umockdev_ioctl_data_resolve(arg, offsetof(usbdevfs_urb, buffer),
                                                     static_cast<std::size_t>(raw.buffer_length), nullptr);
    const int status = 0, actual = raw.buffer_length - 8; // without the request itself
    put(arg, offsetof(usbdevfs_urb, status), &status, sizeof status);
    put(arg, offsetof(usbdevfs_urb, actual_length), &actual, sizeof actual);
    finished_.push_back({umockdev_ioctl_data_ref(arg), umockdev_ioctl_data_ref(buffer), client});
}

int UsbBoard::discard(unsigned long address) {
    const auto found = std::find_if(urbs_.begin(), urbs_.end(),
                                    [&](const Urb& urb) { return urb.data->client_addr == address; });
    if (found == urbs_.end()) return -EINVAL;
    finish(*found, -ENOENT, endpoint(urb_of(found->data).endpoint).on_discard);
    finished_.splice(finished_.end(), urbs_, found);
    return 0;
}

int UsbBoard::reap(UMockdevIoctlClient* client, UMockdevIoctlData* arg) {
    for (auto at = urbs_.begin(); at != urbs_.end();) {
        const auto urb = at++;
        if (try_to_finish(*urb)) finished_.splice(finished_.end(), urbs_, urb);
    }
    const auto done = std::find_if(finished_.begin(), finished_.end(),
                                   [&](const Urb& urb) { return urb.client == client; });
    if (done == finished_.end()) return gone_ ? -ENODEV : -EAGAIN;
    umockdev_ioctl_data_set_ptr(arg, 0, done->data);
    if (done->buffer) umockdev_ioctl_data_unref(done->buffer);
    umockdev_ioctl_data_unref(done->data);
    finished_.erase(done);
    return 0;
}

bool UsbBoard::try_to_finish(Urb& urb) {
    const auto address = urb_of(urb.data).endpoint;
    auto& at = endpoint(address);
    if (gone_) {
        finish(urb, -ESHUTDOWN, 0);
        return true;
    }
    if (at.halted || held_) return false;
    if (!at.next.empty()) {
        const Outcome outcome = at.next.front();
        at.next.pop_front();
        at.halted = outcome.status != 0;
        finish(urb, outcome.status, outcome.bytes);
        return true;
    }
    const bool ready = address == in ? !packets_.empty() : taking_;
    if (ready) finish(urb, 0, address == in ? packets_.front().size() : SIZE_MAX);
    return ready;
}

/// An IN transfer takes its bytes from the first packet.
void UsbBoard::finish(Urb& urb, int status, std::size_t bytes) {
    const auto& raw = urb_of(urb.data);
    const std::size_t count = std::min(bytes, static_cast<std::size_t>(raw.buffer_length));
    if (raw.endpoint == out && urb.buffer)
        received_.append(reinterpret_cast<const char*>(urb.buffer->data), count);
    if (raw.endpoint == in && count > 0) {
        put(urb.buffer, 0, packets_.front().data(), count);
        packets_.front().erase(0, count);
        if (packets_.front().empty()) packets_.pop_front();
    }
    const auto actual = static_cast<int>(count);
    put(urb.data, offsetof(usbdevfs_urb, status), &status, sizeof status);
    put(urb.data, offsetof(usbdevfs_urb, actual_length), &actual, sizeof actual);
}

} // namespace adoube::tests
