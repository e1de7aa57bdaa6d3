// The public view shows a reading of the hands.
#include "daemon/round/public_view.hpp"
#include "daemon/umpire/data/reading.hpp"

void show(adoube::round::PublicView& view, const adoube::umpire::Reading& reading,
          const adoube::umpire::GameRecord& record) {
#ifdef LEAK
    view.update(reading, {});
    (void)record;
#else
    view.update(record, {});
    (void)reading;
#endif
}
