#include "report/picture.h"
void mns_svg_timeline(const mns_document *d, const mns_doc_witness *w, mns_picture_use u, mns_buf *o) {(void)d;(void)w;(void)u;(void)o;}
void mns_svg_cycle(const mns_document *d, const mns_doc_witness *w, mns_picture_use u, mns_buf *o) {(void)d;(void)w;(void)u;(void)o;}
void mns_svg_models(const mns_document *d, bool all, mns_picture_use u, mns_buf *o) {(void)d;(void)all;(void)u;(void)o;}
