/*
 * judge.h - from anomalies to models.
 *
 * One run judges every model of the catalog: ruled out, and by which anomaly; certified by an
 * execution; holds, not certified, and why; or not judged. The request (-c, -a) only decides the
 * verdict and which of the ruled-out models are named first.
 */
#ifndef MNS_JUDGE_H
#define MNS_JUDGE_H

#include "catalog/catalog.h"
#include "judge/certified.h"

typedef struct mns_request {
    mns_model models[MNS_MODEL_COUNT];  /* as requested, in that order, without duplicates */
    const char *names[MNS_MODEL_COUNT]; /* the name used in the request, not NUL-terminated */
    size_t name_sizes[MNS_MODEL_COUNT];
    uint32_t model_count;
    bool anomalies[MNS_ANOMALY_COUNT]; /* requested with -a */
    bool asks_nothing;                 /* no model and no anomaly */
    bool by_default;                   /* the models are the default */
} mns_request;

/* Parses -c and -a; models NULL: the default, strict-serializable. On MINOS_EARGUMENT *message
 * names the unknown name and the nearest known one. */
minos_status mns_request_parse(mns_request *request, const char *models, const char *anomalies,
                               char **message);

/* If real-time order is unknown: replaces a default that needs it by the strongest models it
 * implies that do not. An explicit request is kept. True if something was replaced. */
bool mns_request_lower(mns_request *request);

typedef struct mns_judgement {
    minos_verdict verdict;
    const char *reason; /* why unknown, or NULL; static text */
    mns_order order;    /* the order that the request is about */
    bool untested;      /* unknown because nothing could be inferred: no model holds */
    bool found[MNS_ANOMALY_COUNT];
    bool forbidden[MNS_ANOMALY_COUNT]; /* found, and the request forbids it */
    bool ruled_out[MNS_MODEL_COUNT];
    mns_anomaly ruled_out_by[MNS_MODEL_COUNT]; /* the worst found anomaly that does, if ruled out */
    bool violated[MNS_MODEL_COUNT];            /* requested and ruled out */
    bool not_weakest[MNS_MODEL_COUNT];         /* Elle's :not; see judge.c */
    bool also_not[MNS_MODEL_COUNT];            /* the others that are ruled out */
    /* The strongest models that were fully tested and are not ruled out; the models they imply hold
     * too, unless ruled out (at revealed times). None if untested. */
    bool holds[MNS_MODEL_COUNT];
    /* Judged in part (see models.def, or without real time), not ruled out, implied by none that
     * holds. */
    bool partly[MNS_MODEL_COUNT];
    bool impossible[MNS_MODEL_COUNT]; /* of these, no execution satisfies them; see certified.h */
    bool not_judged[MNS_MODEL_COUNT]; /* has no test, not ruled out, implied by none that holds */
    /* An execution proves it: a member of `holds` or implied by one. None if untested. */
    bool certified[MNS_MODEL_COUNT];
    /* Why a model that holds is not certified. NULL: it is certified or does not hold, or no
     * execution was searched for. */
    const char *undecided[MNS_MODEL_COUNT];
    bool required; /* --exact=require: undecided models that were requested make it unknown */
} mns_judgement;

/* What the history could show: which kinds of order were inferred. */
typedef struct mns_coverage {
    bool data;           /* some dependency between transactions was inferred */
    bool process;        /* some process order was */
    bool realtime;       /* some real-time order was */
    bool realtime_known; /* false in a history of completions only */
} mns_coverage;

/* certified NULL: nothing was. */
void mns_judge(const mns_request *request, const bool found[MNS_ANOMALY_COUNT],
               const mns_coverage *evidence, const mns_certified *certified,
               mns_judgement *judgement);

/* A model that an execution proves and an anomaly rules out, which is a bug in Minos;
 * MNS_MODEL_COUNT if there is none. */
mns_model mns_judgement_contradiction(const mns_judgement *judgement,
                                      const mns_certified *certified);

/* True if models were requested and each of them is certified. */
bool mns_judgement_certifies(const mns_judgement *judgement, const mns_request *request);

/* The anomalies found, worst first: forbidden ones before others, see worst.c. Returns how many. */
size_t mns_judgement_worst_first(const mns_judgement *judgement,
                                 mns_anomaly out[MNS_ANOMALY_COUNT]);
/* The first of them; MNS_ANOMALY_COUNT if none was found. */
mns_anomaly mns_judgement_worst(const mns_judgement *judgement);

/* The strongest of the well-known levels and the requested models that hold; see measured.c. */
void mns_judgement_measured(const mns_judgement *judgement, const mns_request *request,
                            bool out[MNS_MODEL_COUNT]);

/* Why the model is undecided, static text; NULL if it is ruled out or holds, or if nothing was
 * tested. */
const char *mns_judgement_open_reason(const mns_judgement *judgement, mns_model model);
/* True if the model, or one that it implies, forbids an anomaly of real-time order. */
bool mns_model_needs_realtime(mns_model model);

#endif
