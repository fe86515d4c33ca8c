// For clock_gettime.
#define _POSIX_C_SOURCE 200809L

#include "flatten.h"

#include "arena.h"

#include <stdlib.h>
#include <time.h>

#define NO_RECORD UINT32_MAX
#define ERROR_SYMBOL UINT16_MAX

// frame is an ancestor of the node the cursor is at.
typedef struct {
  uint32_t record;
  bool fields;
} frame;

typedef struct {
  const grammar *g;
  TSTreeCursor cursor;
  bool has_error;
  node *nodes;
  uint32_t count, capacity;
  frame *frames;
  uint32_t depth, frame_capacity;
} walk;

static bool grow(void **items, uint32_t *capacity, uint32_t least, size_t size) {
  if (*capacity > UINT32_MAX / 2) return false;
  uint32_t wanted = *capacity * 2 > least ? *capacity * 2 : least;
  void *grown = realloc(*items, wanted * size);
  if (!grown) return false;
  *items = grown;
  *capacity = wanted;
  return true;
}

// symbol_of decides what becomes of the node, before its field is known.
static symbol symbol_of(const walk *w, TSNode n) {
  uint16_t id = ts_node_symbol(n);
  if (id == ERROR_SYMBOL) return (symbol){w->g->error_kind, ACTION_EMIT, 0};
  if (w->has_error && ts_node_is_missing(n)) return (symbol){w->g->missing_kind, ACTION_LEAF, 0};
  if (id < w->g->symbol_count) return w->g->symbols[id];
  return (symbol){0, ACTION_SKIP, 0};
}

static uint8_t field_of(const walk *w) {
  if (w->depth == 0 || !w->frames[w->depth - 1].fields) return 0;
  uint16_t id = ts_tree_cursor_current_field_id(&w->cursor);
  return id < w->g->field_count ? w->g->fields[id] : 0;
}

// visit records the cursor's node and reports whether its children are wanted.
static bool visit(walk *w, uint32_t *record, symbol *s) {
  TSNode n = ts_tree_cursor_current_node(&w->cursor);
  *s = symbol_of(w, n);
  *record = NO_RECORD;
  if (s->action == ACTION_SKIP) return true;
  if (s->action == ACTION_DROP) return false;
  uint8_t field = field_of(w);
  if (s->action == ACTION_OPERATOR && field != w->g->operator_field) return false;

  *record = w->count++;
  w->nodes[*record] = (node){
      .kind = s->kind,
      .field = field,
      .start = ts_node_start_byte(n),
      .end = ts_node_end_byte(n),
      .row = ts_node_start_point(n).row,
  };
  return s->action == ACTION_EMIT;
}

static void finish(walk *w, uint32_t record) {
  if (record != NO_RECORD) w->nodes[record].next = w->count;
}

// leave moves on from a node without wanted children to the next one in document order.
static bool leave(walk *w) {
  while (w->depth > 0) {
    if (ts_tree_cursor_goto_next_sibling(&w->cursor)) return true;
    ts_tree_cursor_goto_parent(&w->cursor);
    finish(w, w->frames[--w->depth].record);
  }
  return false;
}

// reserve makes room for one more record and one more frame.
static bool reserve(walk *w) {
  if (w->count == w->capacity && !grow((void **)&w->nodes, &w->capacity, 1024, sizeof(node))) return false;
  return w->depth < w->frame_capacity || grow((void **)&w->frames, &w->frame_capacity, 256, sizeof(frame));
}

// run walks the whole tree with a stack of its own: nesting is bounded by memory only.
static bool run(walk *w) {
  while (reserve(w)) {
    uint32_t record;
    symbol s;
    if (visit(w, &record, &s) && ts_tree_cursor_goto_first_child(&w->cursor)) {
      w->frames[w->depth++] = (frame){record, s.fields && record != NO_RECORD};
      continue;
    }
    finish(w, record);
    if (!leave(w)) return true;
  }
  return false;
}

static void flatten_tree(const grammar *g, TSTree *tree, uint32_t length, flattened *result) {
  TSNode root = ts_tree_root_node(tree);
  walk w = {.g = g, .has_error = ts_node_has_error(root)};
  w.cursor = ts_tree_cursor_new(root);
  bool ok = grow((void **)&w.nodes, &w.capacity, length / 8 + 64, sizeof(node)) && run(&w);
  ts_tree_cursor_delete(&w.cursor);
  free(w.frames);
  if (!ok) {
    free(w.nodes);
    result->status = FLATTEN_NO_MEMORY;
    return;
  }
  result->nodes = w.nodes;
  result->count = w.count;
  result->has_error = w.has_error;
}

static uint64_t micros(clockid_t clock) {
  struct timespec now;
  if (clock_gettime(clock, &now) != 0) return 0;
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

// parse_within parses in slices, because the parser knows a limit of real time only. A parser that is called
// again after it has reached that limit goes on where it stopped.
static TSTree *parse_within(TSParser *parser, const char *text, uint32_t length, uint64_t limit, uint64_t *used) {
  const uint64_t shortest_slice = 1000;
  uint64_t cpu_start = micros(CLOCK_THREAD_CPUTIME_ID), start = micros(CLOCK_MONOTONIC);
  TSTree *tree = NULL;
  *used = 0;
  while (!tree && *used < limit && micros(CLOCK_MONOTONIC) - start < 10 * limit) {
    uint64_t rest = limit - *used;
    ts_parser_set_timeout_micros(parser, rest > shortest_slice ? rest : shortest_slice);
    tree = ts_parser_parse_string(parser, NULL, text, length);
    *used = micros(CLOCK_THREAD_CPUTIME_ID) - cpu_start;
  }
  return tree;
}

// parse says in result why it gives no tree.
static TSTree *parse(const grammar *g, const char *text, uint32_t length, uint64_t limit, flattened *result) {
  TSParser *parser = ts_parser_new();
  TSTree *tree = NULL;
  if (!ts_parser_set_language(parser, g->language)) {
    result->status = FLATTEN_BAD_GRAMMAR;
  } else {
    tree = parse_within(parser, text, length, limit, &result->used_micros);
    result->status = tree ? FLATTEN_OK : FLATTEN_TIMEOUT;
  }
  ts_parser_delete(parser);
  return tree;
}

flattened flatten(const grammar *g, const char *text, uint32_t length, uint64_t limit_micros) {
  flattened result = {0};
  arena memory = {0};
  arena_begin(&memory);
  TSTree *tree = parse(g, text, length, limit_micros, &result);
  if (tree) flatten_tree(g, tree, length, &result);
  arena_end(&memory); // and with it the tree
  return result;
}

uint32_t parse_only(const grammar *g, const char *text, uint32_t length, uint64_t limit_micros) {
  flattened result = {0};
  TSTree *tree = parse(g, text, length, limit_micros, &result);
  if (tree) ts_tree_delete(tree);
  return result.status;
}
