#include "flatten.h"

#include <stdlib.h>

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

static flattened flatten_tree(const grammar *g, TSTree *tree, uint32_t length) {
  TSNode root = ts_tree_root_node(tree);
  walk w = {.g = g, .has_error = ts_node_has_error(root)};
  w.cursor = ts_tree_cursor_new(root);
  bool ok = grow((void **)&w.nodes, &w.capacity, length / 8 + 64, sizeof(node)) && run(&w);
  ts_tree_cursor_delete(&w.cursor);
  free(w.frames);
  if (!ok) {
    free(w.nodes);
    return (flattened){.status = FLATTEN_NO_MEMORY};
  }
  return (flattened){w.nodes, w.count, FLATTEN_OK, w.has_error};
}

// parse sets *status where it gives no tree.
static TSTree *parse(const TSLanguage *language, const char *text, uint32_t length, uint64_t timeout_micros,
                     uint32_t *status) {
  TSParser *parser = ts_parser_new();
  TSTree *tree = NULL;
  if (!ts_parser_set_language(parser, language)) {
    *status = FLATTEN_BAD_GRAMMAR;
  } else {
    ts_parser_set_timeout_micros(parser, timeout_micros);
    tree = ts_parser_parse_string(parser, NULL, text, length);
    *status = tree ? FLATTEN_OK : FLATTEN_TIMEOUT;
  }
  ts_parser_delete(parser);
  return tree;
}

flattened flatten(const grammar *g, const char *text, uint32_t length, uint64_t timeout_micros) {
  uint32_t status;
  TSTree *tree = parse(g->language, text, length, timeout_micros, &status);
  if (!tree) return (flattened){.status = status};
  flattened f = flatten_tree(g, tree, length);
  ts_tree_delete(tree);
  return f;
}

uint32_t parse_only(const TSLanguage *language, const char *text, uint32_t length, uint64_t timeout_micros) {
  uint32_t status;
  TSTree *tree = parse(language, text, length, timeout_micros, &status);
  if (tree) ts_tree_delete(tree);
  return status;
}
