/*
 * link_conditions.c - which conditions apply to which links: an ordered list of rules.
 *
 * A rule is dropped when a later one covers it, so their number is bounded by the pairs of ends and
 * patterns. A lookup costs O(rules); it is done once per connection, and again when the rules
 * change.
 */
#include "core/grow.h"
#include "run/network/network_internal.h"

bool mns_network_covers(unsigned pattern, unsigned end) {
    switch (pattern) {
    case MNS_NETWORK_ANY: return true;
    case MNS_NETWORK_ANY_CLIENT:
        return end == MNS_NETWORK_ANY_CLIENT || (end >= MNS_NETWORK_NODES && end < NETWORK_UNKNOWN);
    default: return pattern == end;
    }
}

bool mns_network_rules_add(mns_network_rules *rules, unsigned from, unsigned to,
                           const mns_link_conditions *conditions) {
    if (!MNS_GROW(rules->items, rules->count, rules->capacity, 1)) {
        return false;
    }
    size_t kept = 0;
    for (size_t i = 0; i < rules->count; i++) {
        const mns_network_rule *rule = &rules->items[i];
        if (!mns_network_covers(from, rule->from) || !mns_network_covers(to, rule->to)) {
            rules->items[kept++] = *rule;
        }
    }
    rules->items[kept] = (mns_network_rule){.from = from, .to = to, .conditions = *conditions};
    rules->count = kept + 1;
    return true;
}

mns_link_conditions mns_network_rules_find(const mns_network_rules *rules, unsigned from,
                                           unsigned to) {
    for (size_t i = rules->count; i > 0; i--) {
        const mns_network_rule *rule = &rules->items[i - 1];
        if (mns_network_covers(rule->from, from) && mns_network_covers(rule->to, to)) {
            return rule->conditions;
        }
    }
    return (mns_link_conditions){0};
}
