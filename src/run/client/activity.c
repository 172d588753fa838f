/* activity.c - see activity.h. */
#include "run/client/activity.h"

void mns_activity_init(mns_activity *activity) {
    *activity = (mns_activity){.in_flight = 0};
    pthread_mutex_init(&activity->lock, NULL);
}

void mns_activity_release(mns_activity *activity) { pthread_mutex_destroy(&activity->lock); }

void mns_activity_begin(mns_activity *activity) {
    pthread_mutex_lock(&activity->lock);
    activity->in_flight++;
    activity->begun++;
    activity->in_flight_sum += activity->in_flight;
    pthread_mutex_unlock(&activity->lock);
}

/* With the lock held. */
static void count_error(mns_activity *activity, const char *name) {
    size_t i = 0;
    while (i < activity->error_count && strcmp(activity->errors[i].name, name) != 0) {
        i++;
    }
    if (i == MNS_LIMIT_ERROR_CLASSES) {
        return;
    }
    if (i == activity->error_count) {
        activity->errors[i].name = name;
        activity->error_count++;
    }
    activity->errors[i].count++;
}

void mns_activity_end(mns_activity *activity, const char *error) {
    pthread_mutex_lock(&activity->lock);
    assert(activity->in_flight > 0);
    activity->in_flight--;
    if (error != NULL) {
        count_error(activity, error);
    }
    pthread_mutex_unlock(&activity->lock);
}

double mns_activity_concurrency(mns_activity *activity) {
    pthread_mutex_lock(&activity->lock);
    double average =
        activity->begun == 0 ? 0 : (double)activity->in_flight_sum / (double)activity->begun;
    pthread_mutex_unlock(&activity->lock);
    return average;
}

bool mns_activity_error(mns_activity *activity, mns_error_class *most) {
    *most = (mns_error_class){.count = 0};
    pthread_mutex_lock(&activity->lock);
    for (size_t i = 0; i < activity->error_count; i++) {
        if (activity->errors[i].count > most->count) {
            *most = activity->errors[i];
        }
    }
    pthread_mutex_unlock(&activity->lock);
    return most->count > 0;
}
