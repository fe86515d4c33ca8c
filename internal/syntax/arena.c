#include "arena.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <sys/mman.h>
#endif

#include "treesitter.h"

static __thread arena *current;

// header stands before each block.
typedef struct {
  size_t size; // with the header
} header;

struct chunk {
  struct chunk *next;
};

// released is what a block holds that may be given out again.
struct released {
  struct released *next;
};

// large stands before a block that is the system's.
struct large {
  struct large *next, *previous;
  header header; // last, because it is the block's own
};

// All chunks are of one size, so that each fits again. Up to MOST_SPARE of them are kept for the next parse: memory
// fresh from the system costs a page fault every 4 KiB, which doubles the time of a small file. What is kept is 16 MiB
// at most, the memory of some 300 kB of code.
enum { CHUNK = 1 << 20, MOST_SPARE = 16 };

// Chunks come from the system itself: malloc would keep those of the largest file back.
#ifdef _WIN32
static void *map_chunk(void) { return malloc(CHUNK); }
static void unmap_chunk(void *c) { free(c); }
#else
static void *map_chunk(void) {
  void *c = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return c == MAP_FAILED ? NULL : c;
}
static void unmap_chunk(void *c) { munmap(c, CHUNK); }
#endif

static struct {
  pthread_mutex_t lock;
  struct chunk *first;
  int count;
} spare = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct chunk *take_spare(void) {
  pthread_mutex_lock(&spare.lock);
  struct chunk *c = spare.first;
  if (c) {
    spare.first = c->next;
    spare.count--;
  }
  pthread_mutex_unlock(&spare.lock);
  return c;
}

// keep_spare gives the chunk to the next parse, or to the system if there are enough.
static void keep_spare(struct chunk *c) {
  pthread_mutex_lock(&spare.lock);
  bool wanted = spare.count < MOST_SPARE;
  if (wanted) {
    c->next = spare.first;
    spare.first = c;
    spare.count++;
  }
  pthread_mutex_unlock(&spare.lock);
  if (!wanted) unmap_chunk(c);
}

// taken ends the program where there is no memory, as the library does by itself: it cannot go on without.
static void *taken(void *p, size_t size) {
  if (!p && size > 0) {
    fprintf(stderr, "out of memory: %zu bytes for parsing\n", size);
    abort();
  }
  return p;
}

static void *take_large(arena *a, size_t size) {
  struct large *l = taken(malloc(sizeof(struct large) + size), size);
  l->header.size = sizeof(header) + size;
  l->previous = NULL;
  l->next = a->large;
  if (l->next) l->next->previous = l;
  a->large = l;
  return l + 1;
}

static void add_chunk(arena *a) {
  struct chunk *c = take_spare();
  if (!c) c = taken(map_chunk(), CHUNK);
  c->next = a->chunks;
  a->chunks = c;
  a->at = (char *)c + ARENA_STEP - sizeof(header); // so that blocks, after their header, are aligned
  a->end = (char *)c + CHUNK;
}

static void *take(arena *a, size_t size) {
  if (size > ARENA_SMALL - sizeof(header)) return take_large(a, size);
  size_t whole = (size + sizeof(header) + ARENA_STEP - 1) / ARENA_STEP * ARENA_STEP;
  struct released **list = &a->released[whole / ARENA_STEP];
  if (*list) {
    void *block = *list;
    *list = (*list)->next;
    return block;
  }
  if ((size_t)(a->end - a->at) < whole) add_chunk(a);
  header *h = (header *)a->at;
  a->at += whole;
  h->size = whole;
  return h + 1;
}

static void release(arena *a, void *block) {
  header *h = (header *)block - 1;
  if (h->size <= ARENA_SMALL) {
    struct released *r = block;
    struct released **list = &a->released[h->size / ARENA_STEP];
    r->next = *list;
    *list = r;
    return;
  }
  struct large *l = (struct large *)block - 1;
  if (l->previous) l->previous->next = l->next;
  else a->large = l->next;
  if (l->next) l->next->previous = l->previous;
  free(l);
}

static void *arena_malloc(size_t size) {
  return current ? take(current, size) : taken(malloc(size), size);
}

static void *arena_calloc(size_t count, size_t size) {
  if (!current) return taken(calloc(count, size), count * size);
  if (size > 0 && count > SIZE_MAX / 2 / size) return taken(NULL, SIZE_MAX);
  return memset(take(current, count * size), 0, count * size);
}

static void *arena_realloc(void *block, size_t size) {
  if (!current) return taken(realloc(block, size), size);
  if (!block) return take(current, size);
  size_t had = ((header *)block - 1)->size - sizeof(header);
  if (size <= had && had <= ARENA_SMALL) return block;
  void *moved = take(current, size);
  memcpy(moved, block, had < size ? had : size);
  release(current, block);
  return moved;
}

static void arena_free(void *block) {
  if (!current) free(block);
  else if (block) release(current, block);
}

void arena_install(void) { ts_set_allocator(arena_malloc, arena_calloc, arena_realloc, arena_free); }

void arena_begin(arena *a) { current = a; }

void arena_end(arena *a) {
  current = NULL;
  for (struct chunk *c = a->chunks, *next; c; c = next) {
    next = c->next;
    keep_spare(c);
  }
  for (struct large *l = a->large, *next; l; l = next) {
    next = l->next;
    free(l);
  }
  *a = (arena){0};
}
