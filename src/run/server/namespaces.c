/*
 * namespaces.c - runs ip and iptables in a guard of its own.
 *
 * Names contain the random suffix of the guard's folder. Every change is undone by name and is
 * registered with the guard before it is made, so the guard can remove everything at any time.
 */
#include "run/server/namespaces.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run/guard/guard.h"
#include "run/system/proc.h"
#include "run/system/scratch.h"

#define STEP_NS 1000000
#define MOST_LOG 1000
/* ip(8) keeps named namespaces there. */
#define NAMED "/var/run/netns/"
/* The last byte of addresses in a /24: the host's, and the first node's. */
enum { HOST_BYTE = 254, FIRST_BYTE = 1 };

typedef struct node_namespace {
    char name[32], path[64], address[INET_ADDRSTRLEN];
} node_namespace;

struct mns_namespaces {
    mns_guard *guard;
    mns_buf folder, log;
    const char *ip, *iptables;
    unsigned count;
    node_namespace nodes[MNS_NAMESPACES_NODES];
    char hub[32];     /* the bridge's namespace */
    char outside[16]; /* the host's end of the veth pair; interface names are short */
    char host_address[INET_ADDRSTRLEN];
};

/* ---- Programs -------------------------------------------------------------------------------- */

/* Fixed paths only: these programs run as root. */
static const char *find(const char *const *places) {
    while (*places != NULL && access(*places, X_OK) != 0) {
        places++;
    }
    return *places;
}

static const char *find_ip(void) {
    static const char *const places[] = {"/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip", "/bin/ip",
                                         NULL};
    return find(places);
}

static const char *find_iptables(void) {
    static const char *const places[] = {"/usr/sbin/iptables", "/sbin/iptables",
                                         "/usr/bin/iptables", NULL};
    return find(places);
}

bool mns_namespaces_possible(mns_buf *message) {
#if defined(__linux__)
    const char *missing = NULL;
    if (geteuid() != 0) {
        missing = "root";
    } else if (find_ip() == NULL) {
        missing = "the program ip (Debian: iproute2)";
    } else if (find_iptables() == NULL) {
        missing = "the program iptables (Debian: iptables)";
    }
#else
    const char *missing = "Linux";
#endif
    if (missing != NULL) {
        mns_buf_printf(message, "network namespaces need %s", missing);
    }
    return missing == NULL;
}

/* A launch of a command; `args` ends with NULL. */
static void launch_init(const mns_namespaces *n, mns_launch *launch, const char *const *args) {
    mns_launch_init(launch);
    for (; *args != NULL; args++) {
        mns_launch_arg(launch, "%s", *args);
    }
    mns_launch_variable(launch, "PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    launch->folder = "/";
    launch->output = n->log.data;
}

static void describe_failure(mns_namespaces *n, const char *const *args, mns_buf *message) {
    for (size_t i = 0; args[i] != NULL; i++) {
        mns_buf_printf(message, "%s%s", i == 0 ? "" : " ", args[i]);
    }
    mns_buf log;
    mns_buf_init(&log);
    mns_scratch_read(n->folder.data, "log", MOST_LOG, &log);
    size_t size = log.size;
    while (size > 0 && log.data[size - 1] == '\n') {
        mns_buf_truncate(&log, --size);
    }
    const char *text = size > 0 ? log.data : "no output";
    const char *line = strrchr(text, '\n');
    mns_buf_printf(message, " failed: %s", line != NULL ? line + 1 : text);
    mns_buf_release(&log);
}

/* Runs a command and waits for it; false: message. */
static bool run_in(mns_namespaces *n, const char *path, const char *const *args, mns_buf *message) {
    mns_launch launch;
    launch_init(n, &launch, args);
    launch.namespace = path;
    bool launched = mns_guard_launch(n->guard, 0, &launch, message) > 0;
    mns_launch_release(&launch);
    int status = -1;
    while (launched && mns_guard_state_of(n->guard, 0, &status) == MNS_GUARD_RUNNING) {
        struct timespec step = {.tv_nsec = STEP_NS};
        nanosleep(&step, NULL);
    }
    if (launched && status != 0) {
        describe_failure(n, args, message);
    }
    return launched && status == 0;
}

#define RUN(n, message, ...) run_in((n), NULL, (const char *const[]){__VA_ARGS__, NULL}, (message))

static bool undo(mns_namespaces *n, const char *const *args, mns_buf *message) {
    mns_launch launch;
    launch_init(n, &launch, args);
    bool will = mns_guard_undo(n->guard, &launch, message);
    mns_launch_release(&launch);
    return will;
}

/* ---- Addresses ------------------------------------------------------------------------------- */

/* True if no route except the default route covers this /24. */
static bool is_unused(uint32_t network) {
    FILE *routes = fopen("/proc/net/route", "r");
    char line[512];
    bool unused = true;
    while (routes != NULL && fgets(line, sizeof line, routes) != NULL) {
        /* In network byte order. The header line parses as 0. */
        uint32_t to = ntohl((uint32_t)strtoul(mns_proc_word(line, 1), NULL, 16));
        uint32_t mask = ntohl((uint32_t)strtoul(mns_proc_word(line, 7), NULL, 16));
        uint32_t both = mask & UINT32_C(0xffffff00);
        unused = unused && (mask == 0 || (to & both) != (network & both));
    }
    if (routes != NULL) {
        fclose(routes);
    }
    return unused;
}

/* An unused network: from the benchmarking ranges, which are not routed on the internet, else a
 * private one. 0: none. The starting point depends on the pid, to avoid collisions. */
static uint32_t choose_network(void) {
    const uint32_t bases[] = {UINT32_C(198) << 24 | 18 << 16, UINT32_C(198) << 24 | 19 << 16,
                              UINT32_C(10) << 24 | 233 << 16};
    for (size_t i = 0; i < MNS_COUNT_OF(bases); i++) {
        for (uint32_t j = 0; j < 256; j++) {
            uint32_t network = bases[i] | ((uint32_t)getpid() + j) % 256 << 8;
            if (is_unused(network)) {
                return network;
            }
        }
    }
    return 0;
}

static void write_address(uint32_t network, unsigned byte, char *text) {
    snprintf(text, INET_ADDRSTRLEN, "%u.%u.%u.%u", network >> 24, network >> 16 & 255,
             network >> 8 & 255, byte & 255);
}

static bool choose_names(mns_namespaces *n, mns_buf *message) {
    uint32_t network = choose_network();
    if (network == 0) {
        mns_buf_str(message, "network namespaces: no unused address range found");
        return false;
    }
    const char *tag = strrchr(n->folder.data, '-') + 1;
    snprintf(n->hub, sizeof n->hub, "minos-%s-hub", tag);
    snprintf(n->outside, sizeof n->outside, "minos-%s", tag);
    write_address(network, HOST_BYTE, n->host_address);
    for (unsigned i = 0; i < n->count; i++) {
        node_namespace *node = &n->nodes[i];
        snprintf(node->name, sizeof node->name, "minos-%s-%u", tag, i);
        snprintf(node->path, sizeof node->path, NAMED "minos-%s-%u", tag, i);
        write_address(network, FIRST_BYTE + i, node->address);
    }
    return true;
}

/* ---- Creating -------------------------------------------------------------------------------- */

static bool add_namespace(mns_namespaces *n, const char *name, mns_buf *message) {
    return undo(n, (const char *const[]){n->ip, "netns", "delete", name, NULL}, message) &&
           RUN(n, message, n->ip, "netns", "add", name) &&
           RUN(n, message, n->ip, "-n", name, "link", "set", "lo", "up");
}

/* The bridge and its link to the host. */
static bool add_hub(mns_namespaces *n, mns_buf *message) {
    char address[INET_ADDRSTRLEN + 3];
    snprintf(address, sizeof address, "%s/24", n->host_address);
    const char *ip = n->ip, *hub = n->hub, *outside = n->outside;
    return add_namespace(n, hub, message) &&
           RUN(n, message, ip, "-n", hub, "link", "add", "bridge", "type", "bridge") &&
           RUN(n, message, ip, "-n", hub, "link", "set", "bridge", "up") &&
           RUN(n, message, ip, "link", "add", outside, "type", "veth", "peer", "name", "us",
               "netns", hub) &&
           undo(n, (const char *const[]){ip, "link", "delete", outside, NULL}, message) &&
           RUN(n, message, ip, "-n", hub, "link", "set", "us", "master", "bridge", "up") &&
           RUN(n, message, ip, "address", "add", address, "dev", outside) &&
           RUN(n, message, ip, "link", "set", outside, "up");
}

static bool add_node(mns_namespaces *n, unsigned i, mns_buf *message) {
    const node_namespace *node = &n->nodes[i];
    char cable[16], address[INET_ADDRSTRLEN + 3];
    snprintf(cable, sizeof cable, "node%u", i);
    snprintf(address, sizeof address, "%s/24", node->address);
    const char *ip = n->ip, *hub = n->hub, *name = node->name;
    return add_namespace(n, name, message) &&
           RUN(n, message, ip, "-n", hub, "link", "add", cable, "type", "veth", "peer", "name",
               "eth0", "netns", name) &&
           RUN(n, message, ip, "-n", hub, "link", "set", cable, "master", "bridge", "up") &&
           RUN(n, message, ip, "-n", name, "address", "add", address, "dev", "eth0") &&
           RUN(n, message, ip, "-n", name, "link", "set", "eth0", "up");
}

static void release(mns_namespaces *n) {
    mns_buf_release(&n->folder);
    mns_buf_release(&n->log);
    free(n);
}

/* A folder with a guard. */
static bool open_guard(mns_namespaces *n, mns_buf *message) {
    if (!mns_scratch_create("network", &n->folder, message)) {
        return false;
    }
    mns_buf_printf(&n->log, "%s/log", n->folder.data);
    if (!n->log.failed) {
        n->guard = mns_guard_start(n->folder.data, message);
    }
    if (n->guard == NULL) {
        mns_scratch_remove(n->folder.data);
    }
    return n->guard != NULL;
}

mns_namespaces *mns_namespaces_start(unsigned nodes, mns_buf *message) {
    assert(nodes <= MNS_NAMESPACES_NODES);
    mns_namespaces *n = calloc(1, sizeof *n);
    if (n == NULL || !mns_namespaces_possible(message) || !open_guard(n, message)) {
        if (n != NULL) {
            release(n);
        }
        return NULL;
    }
    n->ip = find_ip();
    n->iptables = find_iptables();
    n->count = nodes;
    bool made = choose_names(n, message) && add_hub(n, message);
    for (unsigned i = 0; i < nodes && made; i++) {
        made = add_node(n, i, message);
    }
    if (!made) {
        mns_namespaces_stop(n);
        return NULL;
    }
    return n;
}

const char *mns_namespaces_path(const mns_namespaces *n, unsigned node) {
    assert(node < n->count);
    return n->nodes[node].path;
}

const char *mns_namespaces_address(const mns_namespaces *n, unsigned node) {
    assert(node < n->count || node == MNS_NAMESPACES_HOST);
    return node == MNS_NAMESPACES_HOST ? n->host_address : n->nodes[node].address;
}

/* ---- Faults ---------------------------------------------------------------------------------- */

/* Traffic to the host is dropped in the node's namespace, so that the host's firewall is not
 * changed. */
bool mns_namespaces_cut(mns_namespaces *n, unsigned from, unsigned to, mns_buf *message) {
    assert((from < n->count || from == MNS_NAMESPACES_HOST) && from != to);
    bool leaving = to == MNS_NAMESPACES_HOST;
    const char *address = mns_namespaces_address(n, leaving ? to : from);
    const char *const args[] = {
        n->iptables, "-w",   "-A", leaving ? "OUTPUT" : "INPUT", leaving ? "-d" : "-s", address,
        "-j",        "DROP", NULL};
    return run_in(n, n->nodes[leaving ? from : to].path, args, message);
}

bool mns_namespaces_restore(mns_namespaces *n, mns_buf *message) {
    const char *const args[] = {n->iptables, "-w", "-F", NULL};
    bool healed = true;
    for (unsigned i = 0; i < n->count; i++) {
        healed = run_in(n, n->nodes[i].path, args, message) && healed;
    }
    return healed;
}

void mns_namespaces_keep(mns_namespaces *n) { mns_guard_keep(n->guard); }

bool mns_namespaces_stop(mns_namespaces *n) {
    if (n == NULL) {
        return true;
    }
    mns_buf message;
    mns_buf_init(&message);
    bool gone = mns_guard_end(n->guard, &message);
    mns_buf_release(&message);
    release(n);
    return gone;
}
