#pragma once
// The hall: the real daemon, and in one thread everything around it.

#include "cables.hpp"
#include "past.hpp"
#include "reader.hpp"
#include "tests/end-to-end/process.hpp"
#include "viewer.hpp"
#include "watch.hpp"

#include <unordered_map>

namespace adoube::soak {

struct Options {
    std::size_t boards = 200, displays = 40;
    std::size_t past = 0; // games that were over before the start; then it ends with a restart
    double minutes = 6, speed = 8;
    std::uint64_t seed = 1;
    /// For all files. Empty: a temporary one, removed if there was no fault.
    std::filesystem::path folder;
};

class Hall {
  public:
    explicit Hall(const Options& options);

    /// Returns the number of faults.
    std::size_t run();

  private:
    void prepare();
    void start_daemon();
    void seat_all();
    void find_all();
    void wait_for_past();
    void play();
    void come_to_rest();
    void look_at_displays_and_descriptors();
    void judge_answers();
    void restart();
    void look_at_past_pages();
    void end_daemon();
    void look_at_journal();
    double grown_between(double from_s, double to_s) const;
    void judge_memory();
    void tell_times();

    /// Serves everything once, at most every turn_us.
    void turn();
    void act(std::size_t seat, RealTime now);
    void sample(RealTime now);
    void tell_progress(RealTime now);
    /// A fault after `longest_s`.
    template<class So>
    bool turn_until(const std::string& what, double longest_s, So&& so);
    std::vector<const Expected*> games() const;
    /// Games of the past that must have a page, the newest first.
    std::vector<const Expected*> kept_past() const;
    /// That there is a page of each.
    bool are_listed(const std::vector<const Expected*>& wanted) const;
    std::filesystem::path path(const std::string& name) const { return folder_ / name; }

    Options options_;
    Faults faults_;
    std::filesystem::path folder_;
    Past past_;
    std::unique_ptr<tests::Process> daemon_;
    std::size_t starts_ = 0;
    std::uint16_t http_port_ = 0;
    std::unique_ptr<Control> control_;
    tests::PlayedGames source_;
    std::vector<std::string> ports_;
    std::vector<Seat> seats_;
    std::unique_ptr<Cables> cables_;
    std::vector<std::unique_ptr<Viewer>> displays_; // the first one stays
    std::optional<Reader> reader_;
    bool playing_ = false;
    RealTime began_ = 0, sampled_ = 0, told_ = 0;
    double warm_s_ = 0; // 0: not yet
    std::size_t games_when_warm_ = 0;
    std::vector<Sample> memory_;
    std::vector<std::uint32_t> to_journal_us_;
    std::map<std::string, int> descriptors_;
    double processor_at_start_s_ = 0;
};

} // namespace adoube::soak
