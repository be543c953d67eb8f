/*
 * A file system for SQLite that simulates a power cut: writes stay in memory until a sync, so
 * a process that exits without a sync loses them.
 */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

typedef struct pending {
    struct pending *next;
    sqlite3_int64 offset;
    int size;
    char bytes[];
} pending;

typedef struct forgetful_file {
    sqlite3_file base;
    pending *first, **last; /* oldest first */
    sqlite3_int64 size;     /* including pending writes */
    sqlite3_file *real;
} forgetful_file;

static sqlite3_vfs *below;

static forgetful_file *of(sqlite3_file *file)
{
    return (forgetful_file *)(void *)file;
}

static void drop_pending(forgetful_file *f)
{
    while (f->first) {
        pending *p = f->first;
        f->first = p->next;
        free(p);
    }
    f->last = &f->first;
}

static int on_close(sqlite3_file *file)
{
    drop_pending(of(file));
    return of(file)->real->pMethods->xClose(of(file)->real);
}

/* Copies the overlap of a pending write and a read. */
static void overlay(const pending *p, char *to, int size, sqlite3_int64 offset)
{
    const sqlite3_int64 from = p->offset > offset ? p->offset : offset;
    const sqlite3_int64 until =
        p->offset + p->size < offset + size ? p->offset + p->size : offset + size;
    if (from < until)
        memcpy(to + (from - offset), p->bytes + (from - p->offset), (size_t)(until - from));
}

static int on_read(sqlite3_file *file, void *to, int size, sqlite3_int64 offset)
{
    forgetful_file *f = of(file);
    const int status = f->real->pMethods->xRead(f->real, to, size, offset);
    if (status != SQLITE_OK && status != SQLITE_IOERR_SHORT_READ)
        return status;
    for (const pending *p = f->first; p; p = p->next)
        overlay(p, to, size, offset);
    return offset + size <= f->size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int on_write(sqlite3_file *file, const void *from, int size, sqlite3_int64 offset)
{
    forgetful_file *f = of(file);
    pending *p = malloc(sizeof *p + (size_t)size);
    if (!p)
        return SQLITE_IOERR_NOMEM;
    *p = (pending){.offset = offset, .size = size};
    memcpy(p->bytes, from, (size_t)size);
    *f->last = p;
    f->last = &p->next;
    if (offset + size > f->size)
        f->size = offset + size;
    return SQLITE_OK;
}

static int on_sync(sqlite3_file *file, int flags)
{
    forgetful_file *f = of(file);
    for (const pending *p = f->first; p; p = p->next) {
        const int status = f->real->pMethods->xWrite(f->real, p->bytes, p->size, p->offset);
        if (status != SQLITE_OK)
            return status;
    }
    drop_pending(f);
    return f->real->pMethods->xSync(f->real, flags);
}

static int on_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    const int status = on_sync(file, SQLITE_SYNC_NORMAL);
    of(file)->size = size;
    return status == SQLITE_OK ? of(file)->real->pMethods->xTruncate(of(file)->real, size) : status;
}

static int on_size(sqlite3_file *file, sqlite3_int64 *size)
{
    *size = of(file)->size;
    return SQLITE_OK;
}

static int on_lock(sqlite3_file *file, int level)
{
    return of(file)->real->pMethods->xLock(of(file)->real, level);
}

static int on_unlock(sqlite3_file *file, int level)
{
    return of(file)->real->pMethods->xUnlock(of(file)->real, level);
}

static int on_reserved(sqlite3_file *file, int *result)
{
    return of(file)->real->pMethods->xCheckReservedLock(of(file)->real, result);
}

static int on_control(sqlite3_file *file, int what, void *data)
{
    return of(file)->real->pMethods->xFileControl(of(file)->real, what, data);
}

static int on_sector(sqlite3_file *file)
{
    return of(file)->real->pMethods->xSectorSize(of(file)->real);
}

static int on_device(sqlite3_file *file)
{
    (void)file;
    return 0; /* no guarantees */
}

static int on_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **at)
{
    return of(file)->real->pMethods->xShmMap(of(file)->real, page, size, extend, at);
}

static int on_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
    return of(file)->real->pMethods->xShmLock(of(file)->real, offset, n, flags);
}

static void on_shm_barrier(sqlite3_file *file)
{
    of(file)->real->pMethods->xShmBarrier(of(file)->real);
}

static int on_shm_unmap(sqlite3_file *file, int remove)
{
    return of(file)->real->pMethods->xShmUnmap(of(file)->real, remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = on_close,
    .xRead = on_read,
    .xWrite = on_write,
    .xTruncate = on_truncate,
    .xSync = on_sync,
    .xFileSize = on_size,
    .xLock = on_lock,
    .xUnlock = on_unlock,
    .xCheckReservedLock = on_reserved,
    .xFileControl = on_control,
    .xSectorSize = on_sector,
    .xDeviceCharacteristics = on_device,
    .xShmMap = on_shm_map,
    .xShmLock = on_shm_lock,
    .xShmBarrier = on_shm_barrier,
    .xShmUnmap = on_shm_unmap,
};

static int on_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    forgetful_file *f = of(file);
    (void)vfs;
    *f = (forgetful_file){.real = (sqlite3_file *)(void *)(f + 1)};
    f->last = &f->first;
    const int status = below->xOpen(below, name, f->real, flags, out);
    if (status == SQLITE_OK && f->real->pMethods->xFileSize(f->real, &f->size) == SQLITE_OK)
        f->base.pMethods = &methods;
    return status;
}

void forgetful_register(void)
{
    static sqlite3_vfs vfs;
    below = sqlite3_vfs_find(NULL);
    vfs = *below;
    vfs.zName = "forgetful";
    vfs.szOsFile = (int)sizeof(forgetful_file) + below->szOsFile;
    vfs.xOpen = on_open;
    sqlite3_vfs_register(&vfs, 0);
}
