/* The machine's clock, so many seconds off as the file says that CHAOS_CLOCK names, and as it says at that moment.
 * Loaded before the C library (LD_PRELOAD), which programs ask for the time. Clocks that nobody sets are left alone. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const int64_t right = 0;
static const volatile int64_t *off = &right;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("CHAOS_CLOCK");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    void *seen = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *off, PROT_READ, MAP_SHARED, file, 0);
    if (file >= 0) close(file);
    if (seen != MAP_FAILED) off = seen;
    /* What this process starts has the right time: a sealed one may open no file. */
    unsetenv("LD_PRELOAD");
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = (int)syscall(SYS_clock_gettime, clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *off;
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int failed = (int)syscall(SYS_gettimeofday, now, zone);
    if (!failed && now) now->tv_sec += *off;
    return failed;
}

time_t time(time_t *now) {
    struct timespec seen;
    clock_gettime(CLOCK_REALTIME, &seen);
    if (now) *now = seen.tv_sec;
    return seen.tv_sec;
}
