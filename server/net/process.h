/* What the system knows about this process. */
#ifndef ELEKTRO_SERVER_NET_PROCESS_H
#define ELEKTRO_SERVER_NET_PROCESS_H

typedef struct sv_process {
    unsigned long long resident_bytes, virtual_bytes;
    unsigned long long descriptors, descriptors_max; /* open, and how many may be */
    double cpu_seconds;
} sv_process;

/* A value that the system does not give is 0. */
void sv_process_read(sv_process *process);

#endif
