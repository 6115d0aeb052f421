/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "messages/reliability.h"

#include <epan/packet.h>

/* Messages with numbers between these two waited until then. */
typedef struct {
    uint32_t      missing; /* the last one */
    uint32_t      end;
    bcnet_stamp_t stamp;
    int64_t       time;
    int64_t       waited; /* something, and not for the release before */
} bcnet_release_t;

typedef struct {
    bcnet_release_t *all; /* numbers and times rise */
    uint32_t         count;
    uint32_t         room;
} bcnet_releases_t;

struct bcnet_queue {
    bool             started;
    bool             told; /* that it stalls */
    uint32_t         next; /* number that is expected */
    wmem_map_t      *waiting; /* numbers that are there and beyond it */
    int64_t          since; /* something waits */
    bcnet_releases_t arrivals;
    bcnet_releases_t acks; /* of resends: everything beyond the number waits until then */
};

bcnet_queue_t *bcnet_queue_new(void)
{
    return wmem_new0(wmem_file_scope(), bcnet_queue_t);
}

static void add_release(bcnet_releases_t *releases, const bcnet_release_t *release)
{
    if (releases->count == releases->room) {
        releases->room = releases->room * 2 + 2;
        releases->all =
            (bcnet_release_t *)wmem_realloc(wmem_file_scope(), releases->all, releases->room * sizeof *releases->all);
    }
    releases->all[releases->count++] = *release;
}

/* ---- First pass ---- */

static bool is_waiting(const bcnet_queue_t *queue)
{
    return queue->waiting && wmem_map_size(queue->waiting) > 0;
}

static void make_wait(bcnet_queue_t *queue, uint32_t number, int64_t now)
{
    if (!queue->waiting)
        queue->waiting = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    if (!is_waiting(queue)) {
        queue->since = now;
        queue->told = false;
    }
    wmem_map_insert(queue->waiting, GUINT_TO_POINTER(number), queue);
}

int64_t bcnet_queue_arrived(bcnet_queue_t *queue, uint32_t number, bcnet_stamp_t stamp, int64_t now)
{
    if (!queue->started) {
        queue->started = true;
        queue->next = number;
    }
    if (number > queue->next)
        make_wait(queue, number, now);
    if (number != queue->next)
        return 0;
    queue->next++;
    if (!is_waiting(queue))
        return 0;
    queue->told = false;
    while (wmem_map_remove(queue->waiting, GUINT_TO_POINTER(queue->next)))
        queue->next++;
    if (queue->next == number + 1) /* others are missing, too */
        return 0;
    const bcnet_release_t release = { .missing = number, .end = queue->next, .stamp = stamp, .time = now };
    const int64_t         waited = now - queue->since;
    add_release(&queue->arrivals, &release);
    queue->since = now;
    return MAX(waited, 0);
}

int64_t bcnet_queue_acknowledged(bcnet_queue_t *queue, uint32_t number, bcnet_stamp_t stamp, int64_t since, int64_t now)
{
    bcnet_releases_t *acks = &queue->acks;
    int64_t           counted = 0;

    /* It is the newest: what higher numbers held up, it holds up longer. */
    while (acks->count > 0 && acks->all[acks->count - 1].missing >= number)
        counted += acks->all[--acks->count].waited;
    const int64_t         held_until = acks->count > 0 ? acks->all[acks->count - 1].time : since;
    const bcnet_release_t release = {
        .missing = number, .stamp = stamp, .time = now, .waited = MAX(now - MAX(since, held_until), 0)
    };
    add_release(acks, &release);
    return MAX(release.waited - counted, 0);
}

bool bcnet_queue_misses(const bcnet_queue_t *queue, uint32_t *number, int64_t *since)
{
    *number = queue->next;
    *since = queue->since;
    return is_waiting(queue);
}

bool bcnet_queue_stalls(bcnet_queue_t *queue)
{
    const bool first = !queue->told;

    queue->told = true;
    return first;
}

/* ---- Every pass ---- */

/* The last one whose missing number is below this one. */
static const bcnet_release_t *release_before(const bcnet_releases_t *releases, uint32_t number)
{
    uint32_t low = 0, high = releases->count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (releases->all[middle].missing < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &releases->all[low - 1] : NULL;
}

static void add_hold(bcnet_hold_t *hold, const bcnet_release_t *release)
{
    if (release->time > hold->until)
        *hold = (bcnet_hold_t){ .stamp = release->stamp, .until = release->time };
}

bcnet_hold_t bcnet_queue_hold(const bcnet_queue_t *queue, uint32_t number, int64_t came, bool at_receiver)
{
    const bcnet_release_t *arrival = release_before(&queue->arrivals, number);
    const bcnet_release_t *ack = at_receiver ? NULL : release_before(&queue->acks, number);
    bcnet_hold_t           hold = { .until = came };

    if (arrival && arrival->end > number)
        add_hold(&hold, arrival);
    if (ack)
        add_hold(&hold, ack);
    return hold;
}
