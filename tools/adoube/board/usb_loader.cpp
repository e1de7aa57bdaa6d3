#include "tools/adoube/board/usb_loader.hpp"

#include <libusb.h>

#include <algorithm>
#include <optional>

namespace adoube::tools {
namespace {

constexpr std::uint16_t raspberry_pi = 0x2E8A, rp2040_loader = 0x0003;
constexpr unsigned command_timeout_ms = 5'000; // erasing takes up to 0.4 s a sector
constexpr std::uint8_t interface_reset = 0x41, get_command_status = 0x42; // data sheet, 2.8.5.2

struct CloseContext {
    void operator()(libusb_context* context) const { libusb_exit(context); }
};
using Context = std::unique_ptr<libusb_context, CloseContext>;
struct CloseDevice {
    void operator()(libusb_device_handle* device) const { libusb_close(device); }
};
using Device = std::unique_ptr<libusb_device_handle, CloseDevice>;

std::expected<Context, std::string> open_usb() {
    libusb_context* context = nullptr;
    if (libusb_init(&context) != 0)
        return std::unexpected(std::string("USB cannot be used here: is /dev/bus/usb there?"));
    return Context(context);
}

template<class Use>
void for_each_loader(const Context& context, Use&& use) {
    libusb_device** devices = nullptr;
    const auto count = libusb_get_device_list(context.get(), &devices);
    for (ssize_t n = 0; n < count; ++n) {
        libusb_device_descriptor descriptor{};
        if (libusb_get_device_descriptor(devices[n], &descriptor) != 0) continue;
        if (descriptor.idVendor == raspberry_pi && descriptor.idProduct == rp2040_loader) use(devices[n]);
    }
    if (devices != nullptr) libusb_free_device_list(devices, 1);
}

struct Picked {
    int interface = -1;
    std::uint8_t in = 0, out = 0;
};
/// The other interface is the drive.
std::optional<Picked> picoboot_interface(libusb_device* device) {
    libusb_config_descriptor* config = nullptr;
    if (libusb_get_active_config_descriptor(device, &config) != 0) return std::nullopt;
    std::optional<Picked> picked;
    for (int n = 0; n < config->bNumInterfaces; ++n) {
        const auto& setting = config->interface[n].altsetting[0];
        if (setting.bInterfaceClass != LIBUSB_CLASS_VENDOR_SPEC || setting.bNumEndpoints < 2) continue;
        picked.emplace().interface = setting.bInterfaceNumber;
        for (int e = 0; e < setting.bNumEndpoints; ++e) {
            const auto address = setting.endpoint[e].bEndpointAddress;
            ((address & LIBUSB_ENDPOINT_IN) != 0 ? picked->in : picked->out) = address;
        }
    }
    libusb_free_config_descriptor(config);
    return picked;
}

std::string meaning(int error) {
    switch (error) {
    case LIBUSB_ERROR_NO_DEVICE: return "it was unplugged";
    case LIBUSB_ERROR_PIPE: return "it refuses";
    case LIBUSB_ERROR_TIMEOUT: return "it does not answer in time";
    default: return libusb_strerror(static_cast<libusb_error>(error));
    }
}

std::string open_refusal(int error) {
    if (error == LIBUSB_ERROR_ACCESS)
        return "the board's loader may not be used by this user: install the udev rules, or run this as root";
    if (error == LIBUSB_ERROR_BUSY) return "the board's loader is in use by another program: end that one";
    return "the board's loader cannot be used: " + meaning(error);
}

class UsbLoader final : public LoaderPort {
  public:
    UsbLoader(Context context, Device device, Picked picked)
        : context_(std::move(context)), device_(std::move(device)), picked_(picked) {}
    ~UsbLoader() override { libusb_release_interface(device_.get(), picked_.interface); }

    Done send(std::span<const std::uint8_t> bytes) override {
        // libusb takes no const pointer, but only reads.
        return transfer(picked_.out, const_cast<std::uint8_t*>(bytes.data()), bytes.size());
    }
    Done receive(std::span<std::uint8_t> into) override {
        if (!into.empty()) return transfer(picked_.in, into.data(), into.size());
        // A zero-length read need not reach the device.
        std::uint8_t room[64];
        const auto moved = move(picked_.in, room, sizeof room);
        if (!moved) return std::unexpected(moved.error());
        if (*moved != 0) return std::unexpected(std::string("it answers with bytes where none are due"));
        return {};
    }
    Done reset() override {
        for (const auto endpoint : {picked_.in, picked_.out}) libusb_clear_halt(device_.get(), endpoint);
        return control(LIBUSB_ENDPOINT_OUT, interface_reset, {});
    }
    Done status(std::span<std::uint8_t, 16> into) override {
        return control(LIBUSB_ENDPOINT_IN, get_command_status, into);
    }

  private:
    std::expected<std::size_t, std::string> move(std::uint8_t endpoint, std::uint8_t* bytes,
                                                 std::size_t size) {
        int moved = 0;
        const int error = libusb_bulk_transfer(device_.get(), endpoint, bytes, static_cast<int>(size), &moved,
                                               command_timeout_ms);
        if (error != 0) return std::unexpected(meaning(error));
        return static_cast<std::size_t>(moved);
    }
    Done transfer(std::uint8_t endpoint, std::uint8_t* bytes, std::size_t size) {
        const auto moved = move(endpoint, bytes, size);
        if (!moved) return std::unexpected(moved.error());
        if (*moved != size)
            return std::unexpected("only " + std::to_string(*moved) + " of " + std::to_string(size) +
                                   " bytes went through");
        return {};
    }
    Done control(std::uint8_t direction, std::uint8_t request, std::span<std::uint8_t> data) {
        const auto type =
            static_cast<std::uint8_t>(direction | LIBUSB_REQUEST_TYPE_VENDOR | LIBUSB_RECIPIENT_INTERFACE);
        const int moved = libusb_control_transfer(
            device_.get(), type, request, 0, static_cast<std::uint16_t>(picked_.interface), data.data(),
            static_cast<std::uint16_t>(data.size()), command_timeout_ms);
        if (moved != static_cast<int>(data.size()))
            return std::unexpected(moved < 0 ? meaning(moved) : std::string("its answer is too short"));
        return {};
    }

    Context context_;
    Device device_;
    Picked picked_;
};

} // namespace

std::expected<std::size_t, std::string> count_loaders() {
    const auto context = open_usb();
    if (!context) return std::unexpected(context.error());
    std::size_t count = 0;
    for_each_loader(*context, [&](libusb_device*) { ++count; });
    return count;
}

std::expected<std::unique_ptr<LoaderPort>, std::string> open_loader() {
    auto context = open_usb();
    if (!context) return std::unexpected(context.error());
    std::size_t count = 0;
    int error = 0;
    Device device;
    for_each_loader(*context, [&](libusb_device* found) {
        libusb_device_handle* handle = nullptr;
        if (++count == 1 && (error = libusb_open(found, &handle)) == 0) device.reset(handle);
    });
    if (count == 0)
        return std::unexpected(std::string("no board is in its loader: name the port of one that runs, or "
                                           "plug one in while its BOOTSEL button is held"));
    if (count > 1)
        return std::unexpected(std::to_string(count) + " boards are in their loaders: unplug all but one");
    if (!device) return std::unexpected(open_refusal(error));
    const auto picked = picoboot_interface(libusb_get_device(device.get()));
    if (!picked)
        return std::unexpected(
            std::string("the board's loader lacks its interface for programs: use the drive instead"));
    if (error = libusb_claim_interface(device.get(), picked->interface); error != 0)
        return std::unexpected(open_refusal(error));
    return std::make_unique<UsbLoader>(std::move(*context), std::move(device), *picked);
}

} // namespace adoube::tools
