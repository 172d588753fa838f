/*
 * report.h - writes a finished check as text, JSON, EDN, pictures, a page or a folder.
 *
 *     model ◄── json ◄── page ◄──┐
 *       ▲  ◄── picture ◄─┘       ├── folder ◄── report.h
 *       ├───── text ◄────────────┤
 *       └── ci, edn, markdown ◄──┘
 *
 * Everything but EDN is made from a document (model/document.h); EDN is Elle's result map, which
 * quotes the history itself. This header is for the files directly in src/: each format includes
 * only what it uses.
 */
#ifndef MNS_REPORT_H
#define MNS_REPORT_H

#include "report/ci/ci_report.h"
#include "report/diff/diff.h"
#include "report/edn/edn_result.h"
#include "report/folder/folder.h"
#include "report/json/json_results.h"
#include "report/markdown/markdown.h"
#include "report/model/check_result.h"
#include "report/model/document_make.h"
#include "report/overview/overview.h"
#include "report/page/html.h"
#include "report/picture/picture.h"
#include "report/text/text_report.h"

#endif
