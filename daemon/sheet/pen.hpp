#pragma once
// Draws text, lines and areas on a page; all lengths in millimetres. Internal: use pdf.hpp.

#include <memory>
#include <string>
#include <vector>

#include <pango/pangocairo.h>

namespace adoube::sheet {

enum class Align : std::uint8_t { left, centre, right };

struct Hand {
    double points = 9;
    bool bold = false;
    double grey = 0; // 0: black, 1: white
    Align align = Align::left;
};

inline constexpr int any_lines = 0;

class Pen {
  public:
    /// Both must outlive the pen.
    Pen(cairo_t* page, PangoContext* fonts);

    /// One line on its baseline: made smaller, then cut with "…", where `width` does not hold it.
    void write(double x, double baseline, double width, const std::string& text, const Hand& hand);
    /// Of one line.
    double width_of(const std::string& text, const Hand& hand);
    /// A paragraph of at most so many lines, the last cut with "…". `draw` false: only measured. Returns its
    /// height.
    double write_paragraph(double x, double top, double width, const std::string& text, const Hand& hand,
                           int most_lines = any_lines, bool draw = true);

    void line(double x1, double y1, double x2, double y2, double grey, double width = 0.1);
    void fill(double x, double y, double width, double height, double grey);
    /// Squares of a grid of `side` by `side`, as one area without seams.
    void fill_cells(double x, double y, double cell, int side, const std::vector<bool>& dark);
    void frame(double x, double y, double width, double height, double grey, double line_width = 0.2);

    int without_font() const { return without_font_; }

  private:
    using Layout = std::unique_ptr<PangoLayout, decltype(&g_object_unref)>;
    Layout layout(const std::string& text, const Hand& hand, double scale = 1);
    void shade(double grey);

    cairo_t* page_;
    PangoContext* fonts_;
    int without_font_ = 0;
};

} // namespace adoube::sheet
