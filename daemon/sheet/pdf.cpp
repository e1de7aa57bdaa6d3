#include "daemon/sheet/pdf.hpp"

#include "daemon/sheet/sheet_painter.hpp"
#include "daemon/text/quoting.hpp"

#include <cairo-pdf.h>

namespace adoube::sheet {
namespace {

constexpr double a4_width_points = 210 * 72 / 25.4, a4_height_points = 297 * 72 / 25.4;

cairo_status_t take(void* bytes, const unsigned char* data, unsigned size) {
    static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), size);
    return CAIRO_STATUS_SUCCESS;
}

std::string title_of(const Sheet& sheet) {
    return text::without_controls(sheet.white.name + " – " + sheet.black.name);
}

using Fonts = std::unique_ptr<PangoContext, decltype(&g_object_unref)>;

/// Of a font map of its own, freed with it: Pango would keep one for each thread that ever drew.
Fonts fonts_for(cairo_t* page) {
    PangoFontMap* const map = pango_cairo_font_map_new();
    Fonts fonts(pango_font_map_create_context(map), g_object_unref);
    g_object_unref(map);
    pango_cairo_update_context(page, fonts.get());
    return fonts;
}

} // namespace

std::expected<Pdf, std::string> pdf_of(std::span<const Sheet> sheets) {
    Pdf pdf;
    const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
        cairo_pdf_surface_create_for_stream(take, &pdf.bytes, a4_width_points, a4_height_points),
        cairo_surface_destroy);
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE,
                                   sheets.size() == 1 ? title_of(sheets.front()).c_str() : "Scoresheets");
    // Else it tells when it was drawn, and is another file each time.
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, nullptr);
    const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> page(cairo_create(surface.get()), cairo_destroy);
    const auto fonts = fonts_for(page.get());
    int pages = 0;
    for (const auto& sheet : sheets) {
        const auto first = "page=" + std::to_string(pages + 1);
        cairo_pdf_surface_add_outline(surface.get(), CAIRO_PDF_OUTLINE_ROOT, title_of(sheet).c_str(),
                                      first.c_str(), static_cast<cairo_pdf_outline_flags_t>(0));
        SheetPainter painter(page.get(), fonts.get(), sheet);
        for (bool more = true; more; ++pages) {
            more = painter.draw_page();
            cairo_show_page(page.get());
        }
        pdf.without_font += painter.without_font();
    }
    cairo_surface_finish(surface.get());
    if (const auto status = cairo_surface_status(surface.get()); status != CAIRO_STATUS_SUCCESS)
        return std::unexpected("the scoresheet cannot be drawn: " +
                               std::string(cairo_status_to_string(status)));
    return pdf;
}

} // namespace adoube::sheet
