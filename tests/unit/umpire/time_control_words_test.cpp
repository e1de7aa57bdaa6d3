#include "daemon/umpire/data/time_control_words.hpp"

#include "tests/catch.hpp"

using namespace adoube;
using laws::Edition;
using laws::RateOfPlay;
using umpire::pgn_form;

TEST_CASE("a time in hours and minutes is another in the PGN tag's seconds, or what is none becomes one") {
    const std::pair<const char*, const char*> rows[] = {
        {"90m+30", "5400+30"},
        {"90m+30s", "5400+30"},
        {"1h30m+30", "5400+30"},
        {"3m+2", "180+2"},
        {"2h", "7200"},
        {"40/90m+30:30m+30", "40/5400+30:1800+30"},
        {"40/5400+30:1800+30", "40/5400+30:1800+30"},
        {"900+10", "900+10"},
        {"", ""},
        {"-", "-"},
        {"?", "?"},
        {"90x", "90x"},
        {"90m5", "90m5"},
        {"m", "m"},
        {"90 m", "90 m"},
        {"-90m", "-90m"},
        {"9999999999m", "9999999999m"},
    };
    for (const auto& [written, form] : rows) {
        CAPTURE(written);
        CHECK(pgn_form(written) == form);
    }
}

TEST_CASE("a time control is said back as another") {
    const std::pair<const char*, const char*> rows[] = {
        {"90+30", "90 seconds and 30 seconds a move"},
        {"5400+30", "90 minutes and 30 seconds a move"},
        {"3+2", "3 seconds and 2 seconds a move"},
        {"180+2", "3 minutes and 2 seconds a move"},
        {"60", "1 minute"},
        {"61+1", "61 seconds and 1 second a move"},
        {"3600", "1 hour"},
        {"7200", "120 minutes"},
        {"9000", "2 hours 30 minutes"},
        {"150", "2 minutes 30 seconds"},
        {"40/5400+30:1800+30", "90 minutes for 40 moves, then 30 minutes, and 30 seconds a move"},
        {"40/7200:20/3600:900+30",
         "120 minutes for 40 moves, then 1 hour for 20 moves, then 15 minutes and 30 seconds a move"},
        {"", ""},
    };
    for (const auto& [tag, words] : rows) {
        CAPTURE(tag);
        CHECK(umpire::in_words(umpire::parse_time_control(tag).value()) == words);
    }
}

TEST_CASE("seconds that are meant as minutes pass in silence, or what people play is doubted") {
    const auto doubt = [](const char* tag, RateOfPlay rate) {
        return umpire::doubt_about(umpire::parse_time_control(tag).value(), Edition::laws_2023, rate)
            .value_or("");
    };
    for (const auto& [tag, rate] : {std::pair("5400+30", RateOfPlay::standard),
                                    {"40/5400+30:1800+30", RateOfPlay::standard},
                                    {"40/7200:3600", RateOfPlay::standard},
                                    {"3600", RateOfPlay::standard},
                                    {"1800+30", RateOfPlay::standard}, // an hour for 60 moves
                                    {"900+10", RateOfPlay::rapid},
                                    {"601", RateOfPlay::rapid},
                                    {"600", RateOfPlay::blitz},
                                    {"180+2", RateOfPlay::blitz},
                                    {"60+1", RateOfPlay::blitz},
                                    {"", RateOfPlay::standard}}) {
        CAPTURE(tag);
        CHECK(doubt(tag, rate) == "");
    }
    CHECK(doubt("90+30", RateOfPlay::standard) ==
          "seconds, not minutes: where 90 minutes are meant, write 90m");
    CHECK(doubt("3+2", RateOfPlay::blitz) == "seconds, not minutes: where 3 minutes are meant, write 3m");
    CHECK(doubt("15+10", RateOfPlay::rapid) == "seconds, not minutes: where 15 minutes are meant, write 15m");
    CHECK(doubt("1", RateOfPlay::blitz) == "seconds, not minutes: where 1 minute is meant, write 1m");
    CHECK(doubt("0", RateOfPlay::blitz) == "no time at all: leave time_control out where no clock is kept");
    CHECK(doubt("180+2", RateOfPlay::standard) ==
          "5 minutes for 60 moves are blitz by the Laws of 2023, and rate_of_play is standard");
    CHECK(doubt("5400+30", RateOfPlay::rapid) ==
          "120 minutes for 60 moves are standard by the Laws of 2023, and rate_of_play is rapid");
}

TEST_CASE("an increment in minutes passes as one in seconds") {
    const auto doubt = [](const char* written, RateOfPlay rate) {
        const auto periods = umpire::parse_time_control(pgn_form(written)).value();
        return umpire::doubt_about(periods, Edition::laws_2023, rate).value_or("");
    };
    const auto meant = [](const std::string& minutes, const std::string& seconds) {
        return seconds + " minutes for each move, not seconds: where " + minutes + " minutes and " + seconds +
               " seconds a move are meant, write " + minutes + "m+" + seconds;
    };
    CHECK(doubt("90m+30m", RateOfPlay::standard) == meant("90", "30"));
    CHECK(doubt("90+30m", RateOfPlay::standard) == meant("90", "30"));
    CHECK(doubt("60+30m", RateOfPlay::standard) == meant("60", "30"));
    CHECK(doubt("3m+2m", RateOfPlay::blitz) == meant("3", "2"));
    CHECK(doubt("15m+10m", RateOfPlay::rapid) == meant("15", "10"));
    CHECK(doubt("15+2m", RateOfPlay::rapid) == meant("15", "2"));
    // One minute a move is played; an increment of no whole minutes was not written in them.
    CHECK(doubt("90m+1m", RateOfPlay::standard) == "");
    CHECK(doubt("9m+90", RateOfPlay::standard).find("for each move") == std::string::npos);
}

TEST_CASE("the rate of play is doubted by the limits of another edition") {
    const auto is_doubted = [](const char* tag, Edition edition, RateOfPlay rate) {
        return umpire::doubt_about(umpire::parse_time_control(tag).value(), edition, rate).has_value();
    };
    struct Limit {
        const char* tag;
        Edition edition;
        RateOfPlay rate;
    };
    const Limit limits[] = {{"899", Edition::laws_2001, RateOfPlay::blitz},
                            {"900", Edition::laws_2001, RateOfPlay::rapid},
                            {"3600", Edition::laws_2001, RateOfPlay::rapid},
                            {"3601", Edition::laws_2001, RateOfPlay::standard},
                            {"720", Edition::laws_2009, RateOfPlay::blitz},
                            {"600+4", Edition::laws_2009, RateOfPlay::blitz},
                            {"600+5", Edition::laws_2009, RateOfPlay::rapid},
                            {"3599", Edition::laws_2009, RateOfPlay::rapid},
                            {"3600", Edition::laws_2009, RateOfPlay::standard},
                            {"600", Edition::laws_2018, RateOfPlay::blitz},
                            {"720", Edition::laws_2018, RateOfPlay::rapid},
                            {"720", Edition::laws_2023, RateOfPlay::rapid}};
    for (const auto& [tag, edition, rate] : limits)
        for (const auto written : {RateOfPlay::standard, RateOfPlay::rapid, RateOfPlay::blitz}) {
            CAPTURE(tag, to_string(edition), to_string(written));
            CHECK(is_doubted(tag, edition, written) == (written != rate));
        }
}
