/* shared_memory.c - see shared_memory.h. */
#if defined(__linux__)
#define _GNU_SOURCE /* SHM_INFO, SHM_STAT */
#endif
#include "run/system/shared_memory.h"

#include <stdio.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>

#include "core/base.h"

#if defined(__linux__)
static void remove_segments(pid_t pid) {
    struct shm_info info;
    int last = shmctl(0, SHM_INFO, (struct shmid_ds *)(void *)&info);
    for (int i = 0; i <= last; i++) {
        struct shmid_ds about;
        int id = shmctl(i, SHM_STAT, &about);
        if (id >= 0 && about.shm_cpid == pid && about.shm_nattch == 0) {
            shmctl(id, IPC_RMID, NULL);
        }
    }
}
#endif

void mns_shared_memory_remove(pid_t pid) {
#if defined(__linux__)
    remove_segments(pid);
    char name[64];
    snprintf(name, sizeof name, "/faketime_shm_%ld", (long)pid);
    shm_unlink(name);
    snprintf(name, sizeof name, "/sem.faketime_sem_%ld", (long)pid); /* the file of a semaphore */
    shm_unlink(name);
#else
    (void)pid;
#endif
}
