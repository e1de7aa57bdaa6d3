// What a broker could have in a hall's log, opened: whatever it is, it is read as it was written, or not at
// all.

#include "daemon/standby/entry.hpp"
#include "daemon/standby/record_bytes.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace adoube;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (const auto entry = standby::entry_from(bytes)) {
        adoube::fuzz::promise(standby::entry_from(to_bytes(*entry)) == entry,
                              "an entry is read as it was written");
        if (const auto* batch = std::get_if<standby::Batch>(&entry->what))
            if (const auto records = standby::records_from(batch->records)) {
                const auto written = standby::to_bytes(*records);
                const auto again = standby::records_from(written);
                adoube::fuzz::promise(again && standby::to_bytes(*again) == written,
                                      "records are read as they were written");
            }
    }
    (void)standby::serving_from(bytes);
    (void)standby::holding_from(bytes);
    return 0;
}
