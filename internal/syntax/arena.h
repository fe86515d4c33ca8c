// The memory of one parse. It is taken in chunks and given back all at once: none of what malloc keeps back for each
// thread, and no walk over the tree to free it. A few chunks are kept for the parses to come.
#ifndef SENTINEL_ARENA_H
#define SENTINEL_ARENA_H

enum {
  ARENA_STEP = 16,    // the size of a block, with its header, is a multiple of it
  ARENA_SMALL = 1024, // larger blocks are the system's, each on its own
};

typedef struct arena {
  struct chunk *chunks;
  char *at, *end; // what is left of the newest chunk
  struct released *released[ARENA_SMALL / ARENA_STEP + 1]; // by size in steps
  struct large *large;
} arena;

// arena_install makes the parser's library ask here for memory. It gets the system's outside arena_begin and
// arena_end.
void arena_install(void);

// arena_begin makes all that the library allocates on this thread come from the arena, which starts as zero. What
// it allocated before must not be freed until arena_end.
void arena_begin(arena *);

// arena_end gives back everything that was allocated since arena_begin.
void arena_end(arena *);

#endif
