/*
 * assets.h - the files of src/report/assets/, embedded by cmake/Assets.cmake.
 *
 * Each is text in UTF-8 with a NUL after it that its size does not count.
 */
#ifndef MNS_REPORT_ASSETS_ASSETS_H
#define MNS_REPORT_ASSETS_ASSETS_H

#include "core/base.h"

/* The page with placeholders: {{TITLE}}, {{POLICY}}, {{STYLE}}, {{SCRIPT}} and {{DATA}}, each once.
 * */
extern const char mns_asset_page[];
extern const size_t mns_asset_page_size;
/* The style of page and pictures, and that of pictures alone, for separate files. */
extern const char mns_asset_style[];
extern const size_t mns_asset_style_size;
extern const char mns_asset_picture_css[];
extern const size_t mns_asset_picture_css_size;
extern const char mns_asset_script[];
extern const size_t mns_asset_script_size;
/* The Content-Security-Policy of the page, and of a page without a script. It allows only the style
 * and the script above, by their hashes. */
extern const char mns_asset_policy[];
extern const size_t mns_asset_policy_size;
extern const char mns_asset_still_policy[];
extern const size_t mns_asset_still_policy_size;

#endif
