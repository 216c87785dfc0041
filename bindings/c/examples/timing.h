/* What the programs that measure share. Include it first: it asks for clocks of POSIX. */
#ifndef PROVENHASH_EXAMPLES_TIMING_H
#define PROVENHASH_EXAMPLES_TIMING_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 199309L
#endif

#include <stdlib.h>
#include <time.h>

/* Returns a time in nanoseconds: that of this thread on the CPU, where it can be had. By the clock on
 * the wall, a round that another program interrupts takes several times as long, and on a busy machine
 * most rounds of some milliseconds are interrupted, whatever they measure. */
static double now(void) {
    struct timespec time;
#ifdef CLOCK_THREAD_CPUTIME_ID
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
#else
    timespec_get(&time, TIME_UTC);
#endif
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the numbers, and returns their median. */
static double median(double *numbers, size_t count) {
    qsort(numbers, count, sizeof *numbers, compare);
    return numbers[count / 2];
}

#endif
