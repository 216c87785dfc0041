/* What the programs that measure share. */
#ifndef PROVENHASH_EXAMPLES_TIMING_H
#define PROVENHASH_EXAMPLES_TIMING_H

#include <stdlib.h>
#include <time.h>

/* Returns the time in nanoseconds since some moment. */
static double now(void) {
    struct timespec time;
    timespec_get(&time, TIME_UTC);
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
