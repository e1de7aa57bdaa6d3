#include "firmware/usb/device.hpp"

#include <utility>

namespace adoube::usb {

namespace {

constexpr Endpoint in_endpoints[] = {Endpoint::cdc_in, Endpoint::vendor_in};
constexpr Endpoint out_endpoints[] = {Endpoint::cdc_out, Endpoint::vendor_out};

/// Precondition: not Endpoint::notify.
constexpr Line line_of(Endpoint endpoint) {
    return number(endpoint) == number(Endpoint::cdc_in) ? Line::cdc : Line::vendor;
}

} // namespace

void Device::on_reset() {
    bus_ = BusState::awake;
    forget_host();
}

void Device::on_unplugged() {
    bus_ = BusState::silent;
    forget_host();
}

void Device::forget_host() {
    controller_.cancel(Endpoint::control_in);
    controller_.cancel(Endpoint::control_out);
    control_.reset();
    controller_.set_address(0);
    follow_control();
}

void Device::on_suspend() {
    if (bus_ == BusState::awake) bus_ = BusState::asleep;
    close(every_line);
    for (const Line line : {Line::cdc, Line::vendor}) ask(line);
}

void Device::on_resume() {
    if (bus_ == BusState::asleep) bus_ = BusState::awake;
}

void Device::on_setup(std::span<const Byte, 8> packet) {
    on_resume(); // it is awake, whatever was told of that
    controller_.cancel(Endpoint::control_in);
    controller_.cancel(Endpoint::control_out);
    const Step step = control_.setup(Setup::parse(packet));
    follow_control();
    perform(step);
}

void Device::on_sent(Endpoint endpoint) {
    if (endpoint == Endpoint::control_in) {
        const Byte address = control_.address();
        perform(control_.sent());
        if (control_.address() != address) controller_.set_address(control_.address());
    } else if (endpoint != Endpoint::notify) {
        in_[index(line_of(endpoint))].acknowledged();
        offer(line_of(endpoint));
    }
}

void Device::on_received(Endpoint endpoint, std::span<const Byte> packet) {
    if (endpoint == Endpoint::control_out) return perform(control_.received(packet));
    out_[index(line_of(endpoint))].received(packet);
    ask(line_of(endpoint));
}

void Device::write(Line line, std::span<const Byte> bytes) {
    in_[index(line)].write(bytes);
    offer(line);
}

std::size_t Device::read(Line line, std::span<Byte> out) {
    const std::size_t length = out_[index(line)].read(out);
    if (length != 0) ask(line);
    return length;
}

bool Device::take_closed(Line line) {
    const unsigned bit = 1u << index(line);
    return (std::exchange(closed_, closed_ & ~bit) & bit) != 0;
}

void Device::perform(const Step& step) {
    switch (step.what) {
    case Step::Do::nothing: break;
    case Step::Do::send: controller_.send(Endpoint::control_in, step.packet, step.data1); break;
    case Step::Do::receive: controller_.receive(Endpoint::control_out, step.data1); break;
    case Step::Do::stall: controller_.stall(Endpoint::control_in); break;
    }
}

void Device::follow_control() {
    const Control::Changes changes = control_.take_changes();
    if (changes.restarted != 0) controller_.open_data_endpoints(control_.configured());
    for (const Endpoint endpoint : data_endpoints)
        if ((changes.restarted & Control::bit(endpoint)) != 0) restart(endpoint);

    constexpr unsigned serial_port = 1u << interface::cdc_control | 1u << interface::cdc_data;
    unsigned lines = 0;
    if ((changes.closed & serial_port) != 0) lines |= 1u << index(Line::cdc);
    if ((changes.closed & 1u << interface::vendor) != 0) lines |= 1u << index(Line::vendor);
    close(lines);

    for (const Line line : {Line::cdc, Line::vendor}) {
        offer(line);
        ask(line);
    }
}

void Device::restart(Endpoint endpoint) {
    controller_.cancel(endpoint);
    if (control_.halted(endpoint)) controller_.stall(endpoint);
    if (endpoint == Endpoint::notify) return;
    if (is_in(endpoint))
        in_[index(line_of(endpoint))].restart();
    else
        out_[index(line_of(endpoint))].restart();
}

void Device::close(unsigned lines) {
    closed_ |= lines;
    for (std::size_t line = 0; line < line_count; ++line)
        if ((lines & 1u << line) != 0) {
            in_[line].clear();
            out_[line].clear();
        }
}

void Device::offer(Line line) {
    const Endpoint endpoint = in_endpoints[index(line)];
    if (!control_.configured() || control_.halted(endpoint)) return;
    std::array<Byte, max_packet> packet;
    InPipe& pipe = in_[index(line)];
    if (const auto length = pipe.next(packet))
        controller_.send(endpoint, std::span(packet).first(*length), pipe.data1());
}

void Device::ask(Line line) {
    const Endpoint endpoint = out_endpoints[index(line)];
    if (!control_.configured() || control_.halted(endpoint)) return;
    if (out_[index(line)].ask()) controller_.receive(endpoint, out_[index(line)].data1());
}

} // namespace adoube::usb
