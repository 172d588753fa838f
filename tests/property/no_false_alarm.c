/*
 * no_false_alarm.c - histories of databases that keep a model by construction never rule it out.
 *
 * In: seeds. Out: 0 if no history of a simulated database is said to break the model the database
 * keeps (see model_database.h), and those of the serial one show no anomaly at all. A failure
 * prints its seed and the history.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "property/model_database.h"

enum { SEEDS = 400 };

static bool has_any_anomaly(const minos_result *result, const char **which) {
    for (size_t i = 0; (*which = minos_catalog_anomaly(i)) != NULL; i++) {
        if (minos_result_has_anomaly(result, *which)) {
            return true;
        }
    }
    return false;
}

static bool run(model *m, strength s, uint64_t seed) {
    database_run(m, s, seed, 20 + (int)(seed % 180));
    char *edn = model_edn(m);
    minos_result *result = model_check(edn, 1);
    const char *which = NULL;
    bool alarm = minos_result_rules_out(result, strength_model(s)) != 0;
    if (s == DB_SERIAL) {
        alarm |= has_any_anomaly(result, &which);
    }
    if (alarm) {
        char *text = NULL;
        size_t size = 0;
        minos_result_render(result, MINOS_VIEW_TEXT, MINOS_VERBOSE, &text, &size);
        printf("false alarm about %s, seed %llu:\n%s\n%s\n", strength_model(s),
               (unsigned long long)seed, edn, text == NULL ? "" : text);
        minos_free(text);
    }
    minos_result_free(result);
    free(edn);
    return !alarm;
}

int main(void) {
    static model m;
    unsigned histories = 0;
    unsigned alarms = 0;
    for (int s = 0; s < DB_STRENGTHS; s++) {
        for (uint64_t seed = 1; seed <= SEEDS && alarms < 3; seed++) {
            histories++;
            alarms += run(&m, (strength)s, seed) ? 0 : 1;
        }
    }
    printf("%u histories, %u false alarms\n", histories, alarms);
    return alarms == 0 ? 0 : 1;
}
