#include "firmware/usb/control.hpp"

#include <algorithm>
#include <utility>

namespace adoube::usb {

namespace {

// bmRequestType, USB 2.0 table 9-2.
constexpr Byte to_host = 0x80, standard = 0x00, of_class = 0x20, of_vendor = 0x40;
constexpr Byte device = 0, interface_recipient = 1, endpoint_recipient = 2;

// bRequest, USB 2.0 table 9-4 and PSTN 1.2 table 13.
constexpr Byte get_status = 0, clear_feature = 1, set_feature = 3, set_address_request = 5,
               get_descriptor = 6, get_configuration = 8, set_configuration_request = 9, get_interface = 10,
               set_interface_request = 11;
constexpr Byte set_line_coding = 0x20, get_line_coding = 0x21, set_control_line_state = 0x22;
constexpr std::uint16_t endpoint_halt = 0;

// Descriptor types, USB 2.0 table 9-5 and USB 3.2 table 9-6.
constexpr Byte device_type = 1, configuration_type = 2, string_type = 3, bos_type = 15;

constexpr std::uint32_t every_data_endpoint = [] {
    std::uint32_t bits = 0;
    for (const Endpoint endpoint : data_endpoints) bits |= Control::bit(endpoint);
    return bits;
}();
constexpr std::uint32_t every_interface = (1u << interface::count) - 1;

constexpr std::uint32_t endpoints_of(std::uint16_t number) {
    switch (number) {
    case interface::cdc_control: return Control::bit(Endpoint::notify);
    case interface::cdc_data: return Control::bit(Endpoint::cdc_in) | Control::bit(Endpoint::cdc_out);
    default: return Control::bit(Endpoint::vendor_in) | Control::bit(Endpoint::vendor_out);
    }
}

} // namespace

void Control::reset() {
    stage_ = Stage::idle;
    address_ = next_address_ = 0;
    configured_ = terminal_ready_ = false;
    halted_ = 0;
    changes_ = {every_data_endpoint, every_interface};
}

Control::Changes Control::take_changes() { return std::exchange(changes_, {}); }

Step Control::setup(const Setup& setup) {
    stage_ = Stage::idle;
    next_address_ = address_;
    rest_ = {};
    if (!answer(setup)) return stall();
    data1_ = true;
    if (setup.length == 0) {
        rest_ = {};
        stage_ = Stage::status_in;
        return {Step::Do::send, true, {}};
    }
    if ((setup.type & to_host) == 0) {
        stage_ = Stage::data_out;
        return {Step::Do::receive, true, {}};
    }
    rest_ = rest_.first(std::min<std::size_t>(rest_.size(), setup.length));
    ends_with_empty_packet_ = rest_.size() < setup.length && rest_.size() % max_packet == 0;
    stage_ = Stage::data_in;
    return next_packet();
}

Step Control::sent() {
    if (stage_ == Stage::data_in) {
        if (!rest_.empty() || std::exchange(ends_with_empty_packet_, false)) return next_packet();
        stage_ = Stage::status_out;
        return {Step::Do::receive, true, {}};
    }
    if (stage_ == Stage::status_in) {
        stage_ = Stage::idle;
        address_ = next_address_;
    }
    return {};
}

Step Control::received(std::span<const Byte> packet) {
    const Stage stage = std::exchange(stage_, Stage::idle);
    if (stage == Stage::status_out) return {};
    // Only SET_LINE_CODING carries data, in one packet.
    if (stage != Stage::data_out || packet.size() != line_coding_.size()) return stall();
    std::ranges::copy(packet, line_coding_.begin());
    stage_ = Stage::status_in;
    return {Step::Do::send, true, {}};
}

Step Control::next_packet() {
    const auto packet = rest_.first(std::min(rest_.size(), max_packet));
    rest_ = rest_.subspan(packet.size());
    return {Step::Do::send, std::exchange(data1_, !data1_), packet};
}

Step Control::stall() {
    stage_ = Stage::idle;
    return {Step::Do::stall, true, {}};
}

bool Control::answer(const Setup& setup) {
    switch (setup.type & ~to_host) {
    case standard | device: return answer_device(setup);
    case standard | interface_recipient: return answer_interface(setup);
    case standard | endpoint_recipient: return answer_endpoint(setup);
    case of_class | interface_recipient: return answer_serial_port(setup);
    case of_vendor | device:
        return (setup.type & to_host) != 0 && setup.request == microsoft_request && setup.value == 0 &&
               setup.index == microsoft_set && reply(microsoft_descriptors);
    default: return false;
    }
}

bool Control::answer_device(const Setup& setup) {
    if ((setup.type & to_host) == 0) {
        if (setup.index != 0 || setup.length != 0) return false;
        if (setup.request == set_address_request) return set_address(setup);
        if (setup.request == set_configuration_request) return set_configuration(setup);
        return false; // no remote wake-up, no test modes
    }
    if (setup.request == get_descriptor) return find_descriptor(setup);
    if (address_ == 0 || setup.value != 0 || setup.index != 0) return false;
    if (setup.request == get_configuration) return reply(configured_ ? 1 : 0);
    constexpr static std::array<Byte, 2> powered_by_bus{};
    return setup.request == get_status && reply(powered_by_bus);
}

bool Control::answer_interface(const Setup& setup) {
    if (!configured_ || setup.index >= interface::count) return false;
    if ((setup.type & to_host) == 0) return setup.request == set_interface_request && set_interface(setup);
    if (setup.value != 0) return false;
    if (setup.request == get_interface) return reply(Byte{0});
    constexpr static std::array<Byte, 2> nothing{};
    return setup.request == get_status && reply(nothing);
}

bool Control::answer_endpoint(const Setup& setup) {
    if (address_ == 0 || (setup.index & ~0x8F) != 0) return false;
    const auto endpoint = static_cast<Endpoint>(setup.index);
    const bool is_control = number(endpoint) == 0;
    if (!is_control && (!configured_ || (bit(endpoint) & every_data_endpoint) == 0)) return false;
    if ((setup.type & to_host) != 0) {
        if (setup.request != get_status || setup.value != 0) return false;
        scratch_[0] = halted(endpoint) ? 1 : 0;
        scratch_[1] = 0;
        return reply(std::span(scratch_).first(2));
    }
    if (setup.value != endpoint_halt || setup.length != 0) return false;
    if (setup.request == clear_feature) {
        if (is_control) return true; // never halted
        halted_ &= ~bit(endpoint);
    } else if (setup.request == set_feature && !is_control) {
        halted_ |= bit(endpoint);
    } else {
        return false;
    }
    changes_.restarted |= bit(endpoint);
    return true;
}

bool Control::answer_serial_port(const Setup& setup) {
    if (!configured_ || setup.index != interface::cdc_control) return false;
    if ((setup.type & to_host) != 0)
        return setup.request == get_line_coding && setup.value == 0 && reply(line_coding_);
    if (setup.request == set_line_coding) return setup.value == 0 && setup.length == line_coding_.size();
    if (setup.request != set_control_line_state || setup.length != 0 || setup.value > 3) return false;
    const bool ready = (setup.value & 1) != 0;
    if (terminal_ready_ && !ready) changes_.closed |= 1u << interface::cdc_data;
    terminal_ready_ = ready;
    return true;
}

bool Control::set_address(const Setup& setup) {
    if (setup.value > 127 || configured_) return false;
    next_address_ = static_cast<Byte>(setup.value);
    return true;
}

bool Control::set_configuration(const Setup& setup) {
    if (setup.value > 1 || address_ == 0) return false;
    configured_ = setup.value == 1;
    terminal_ready_ = false;
    halted_ = 0;
    changes_ = {every_data_endpoint, every_interface};
    return true;
}

bool Control::set_interface(const Setup& setup) {
    if (setup.value != 0 || setup.length != 0) return false;
    halted_ &= ~endpoints_of(setup.index);
    changes_.restarted |= endpoints_of(setup.index);
    changes_.closed |= 1u << setup.index;
    return true;
}

bool Control::find_descriptor(const Setup& setup) {
    const auto index = static_cast<Byte>(setup.value);
    const auto type = static_cast<Byte>(setup.value >> 8);
    if (type == string_type) return find_string(index, setup.index);
    if (index != 0 || setup.index != 0) return false;
    switch (type) {
    case device_type: return reply(device_descriptor);
    case configuration_type: return reply(product_.configuration);
    case bos_type: return reply(bos_descriptor);
    default: return false; // includes DEVICE_QUALIFIER: full speed only (9.6.2)
    }
}

bool Control::find_string(Byte index, std::uint16_t language) {
    constexpr static std::array<Byte, 4> languages{4, string_type, english & 0xFF, english >> 8};
    if (index == string::languages) return language == 0 && reply(languages);
    if (language != english) return false;
    switch (index) {
    case string::manufacturer: return reply_text(manufacturer_name);
    case string::product: return reply_text(product_.name);
    case string::serial: return reply_serial_number();
    case string::link: return reply_text(link_name);
    default: return false;
    }
}

bool Control::reply(std::span<const Byte> bytes) {
    rest_ = bytes;
    return true;
}
bool Control::reply(Byte byte) {
    scratch_[0] = byte;
    return reply(std::span(scratch_).first(1));
}
bool Control::reply_text(std::string_view text) {
    std::size_t length = 2;
    for (const char letter : text) {
        if (length == scratch_.size()) break;
        scratch_[length++] = static_cast<Byte>(letter);
        scratch_[length++] = 0;
    }
    scratch_[0] = static_cast<Byte>(length);
    scratch_[1] = string_type;
    return reply(std::span(scratch_).first(length));
}
bool Control::reply_serial_number() {
    std::array<char, 16> digits{};
    for (std::size_t at = 0; at < digits.size(); ++at)
        digits[at] = "0123456789abcdef"[board_id_ >> (60 - 4 * at) & 15];
    return reply_text({digits.data(), digits.size()});
}

} // namespace adoube::usb
