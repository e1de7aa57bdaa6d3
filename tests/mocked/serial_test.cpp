// A serial port as Linux shows it, through libserialport.

#include "open_stream.hpp"
#include "test_bed.hpp"

#include "tests/catch.hpp"
#include "tests/wait_until.hpp"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

using namespace adoube::tests;
namespace fs = std::filesystem;

namespace {

/// CDC-ACM: a pseudo terminal with modem lines.
class SerialBoard {
  public:
    static constexpr const char* node = "/dev/ttyACM0";

    SerialBoard() : handler_(umockdev_ioctl_base_new()) {
        g_signal_connect(handler_, "handle-ioctl", G_CALLBACK(&SerialBoard::on_ioctl), this);
        auto* const bed = TestBed::of_this_process().get();
        REQUIRE(umockdev_testbed_attach_ioctl(bed, node, handler_, nullptr));
        REQUIRE(umockdev_testbed_add_from_string(bed,
                                                 "P: /devices/usb1/1-1/1-1:1.0/tty/ttyACM0\nN: ttyACM0\n"
                                                 "E: SUBSYSTEM=tty\nE: DEVNAME=/dev/ttyACM0\nE: MAJOR=166\n"
                                                 "E: MINOR=0\nA: dev=166:0\nL: device=../../../1-1:1.0\n",
                                                 nullptr));
        board_ = umockdev_testbed_get_dev_fd(bed, node);
        REQUIRE(board_ >= 0);
    }
    ~SerialBoard() { g_signal_handlers_disconnect_by_data(handler_, this); }
    SerialBoard(const SerialBoard&) = delete;
    SerialBoard& operator=(const SerialBoard&) = delete;

    void unplug() {
        umockdev_testbed_uevent(TestBed::of_this_process().get(), "/sys/devices/usb1/1-1/1-1:1.0/tty/ttyACM0",
                                "remove");
        fs::remove(TestBed::of_this_process().real(node));
        ::close(board_);
    }
    void send(const std::string& bytes) { REQUIRE(::write(board_, bytes.data(), bytes.size()) > 0); }
    std::string receive(std::size_t count) {
        std::string all;
        while (all.size() < count) {
            pollfd one{board_, POLLIN, 0};
            REQUIRE(::poll(&one, 1, 20'000) == 1);
            char byte = 0;
            REQUIRE(::read(board_, &byte, 1) == 1);
            all += byte;
        }
        return all;
    }
    termios settings() const {
        termios in_force{};
        REQUIRE(::tcgetattr(board_, &in_force) == 0);
        return in_force;
    }

  private:
    static gboolean on_ioctl(UMockdevIoctlBase*, UMockdevIoctlClient* client, gpointer) {
        const unsigned long request = umockdev_ioctl_client_get_request(client);
        switch (request) {
        case TIOCMGET: {
            const int lines = TIOCM_CTS | TIOCM_DSR | TIOCM_CD;
            auto* const arg =
                umockdev_ioctl_data_resolve(umockdev_ioctl_client_get_arg(client), 0, sizeof lines, nullptr);
            guint8 bytes[sizeof lines];
            std::memcpy(bytes, &lines, sizeof lines);
            umockdev_ioctl_data_update(arg, 0, bytes, sizeof lines);
            break;
        }
        case TIOCMSET:
        case TIOCMBIS:
        case TIOCMBIC: break;
        default: {
            int error = 0;
            const int result = umockdev_ioctl_client_execute(client, &error, nullptr);
            umockdev_ioctl_client_complete(client, result, error);
            return TRUE;
        }
        }
        umockdev_ioctl_client_complete(client, 0, 0);
        return TRUE;
    }

    UMockdevIoctlBase* handler_;
    int board_ = -1;
};

const std::string name = std::string("serial:") + SerialBoard::node;

std::string all_bytes() {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
    return bytes;
}

} // namespace

TEST_CASE("a serial port passes every byte both ways, and a read waits for the first") {
    SerialBoard board;
    OpenStream stream(name);
    board.send(all_bytes());
    CHECK(stream.read(256) == all_bytes());
    CHECK(stream.write(all_bytes()) == 256);
    CHECK(board.receive(256) == all_bytes());
    const auto settings = board.settings();
    CHECK(::cfgetospeed(&settings) == B115200);
    CHECK(settings.c_cc[VMIN] == 1);
    CHECK((settings.c_lflag & (ICANON | ECHO | ISIG)) == 0);
}

TEST_CASE("a serial port that is not plugged in is told of by name") {
    TestBed::of_this_process();
    CHECK(refusal_of(name) == "port " + name + " is not there: is the board plugged in?");
}

TEST_CASE("a serial port that may not be opened is told of, with the group that lets one") {
    SerialBoard board;
    give_up_override_of_permissions();
    fs::permissions(TestBed::of_this_process().real(SerialBoard::node), fs::perms::none);
    CHECK(refusal_of(name) ==
          "port " + name + " may not be opened: let this user into the group that owns it (often dialout)");
    fs::permissions(TestBed::of_this_process().real(SerialBoard::node), fs::perms::owner_all);
    CHECK(refusal_of(name) == "opened");
}

TEST_CASE("a serial port is for one program at a time") {
    SerialBoard board;
    OpenStream stream(name);
    CHECK(refusal_of(name) == "port " + name +
                                  " is in use by another program: if that is adoubed, ask it about its "
                                  "boards (adoube arbiter watch), "
                                  "otherwise end it");
    stream.close();
    CHECK(refusal_of(name) == "opened");
}

TEST_CASE("a serial port that is unplugged ends the stream after its last bytes") {
    SerialBoard board;
    OpenStream stream(name);
    board.send("last words");
    CHECK(stream.read(10) == "last words");
    board.unplug();
    CHECK(stream.ends());
    CHECK(refusal_of(name) == "port " + name + " is not there: is the board plugged in?");
}
