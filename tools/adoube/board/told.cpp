#include "tools/adoube/board/told.hpp"

namespace adoube::tools {

std::string senses(const wire::Hello& hello) {
    switch (hello.sensing) {
    case wire::Sensing::identity: return "identity";
    case wire::Sensing::colour: return "colour";
    case wire::Sensing::presence: break;
    }
    return "presence";
}

std::vector<std::string> features(const wire::Hello& hello) {
    const std::pair<std::uint8_t, const char*> all[] = {
        {wire::feature::lever, "clock lever"},
        {wire::feature::adjust_buttons, "j'adoube buttons"},
        {wire::feature::call_buttons, "buttons to call the arbiter"},
        {wire::feature::levels, "sensors with levels"},
    };
    std::vector<std::string> has;
    for (const auto& [bit, name] : all)
        if (hello.features & bit) has.emplace_back(name);
    return has;
}

std::string placement(const wire::Squares& squares) {
    std::string text;
    for (unsigned rank = 8; rank-- > 0; text += rank > 0 ? "/" : "")
        for (unsigned file = 0; file < 8; ++file) text += wire::to_char(squares.at(8 * rank + file));
    return text;
}

} // namespace adoube::tools
