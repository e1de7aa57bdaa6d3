#pragma once
// One display of adoubed's live feed, which is waited for.

#include "bench.hpp"
#include "tests/unit/server/client.hpp"

namespace adoube::bench {

class Display {
  public:
    explicit Display(std::uint16_t port) : client_(port) {
        if (!client_.view() || !client_.read_message()) refuse("adoubed shows nothing");
    }

    /// The next message that has a move, as JSON; others are passed over.
    std::string read_move() {
        while (true) {
            auto frame = client_.read_frame();
            if (!frame || frame->opcode == 8) refuse("adoubed does not show a move");
            if (frame->opcode == 9) client_.send_frame(10, "");
            if (frame->opcode == 1 && frame->payload.contains(R"("moves":[[)"))
                return std::move(frame->payload);
        }
    }

  private:
    server::Client client_;
};

} // namespace adoube::bench
