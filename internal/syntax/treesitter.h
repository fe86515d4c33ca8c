// The part of the tree-sitter 0.22.5 C API that flatten.c uses. The objects come from
// github.com/smacker/go-tree-sitter, which go.mod pins; its headers cannot be included from another
// module, so the declarations are repeated here. They are weak because cgo links this package once on
// its own, without those objects, to learn its dynamic imports; the final link binds them.
#ifndef SENTINEL_TREESITTER_H
#define SENTINEL_TREESITTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WEAK __attribute__((weak))

typedef struct TSLanguage TSLanguage;
typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef struct {
  uint32_t row, column;
} TSPoint;
typedef struct {
  uint32_t context[4];
  const void *id;
  const TSTree *tree;
} TSNode;
typedef struct {
  const void *tree;
  const void *id;
  uint32_t context[3];
} TSTreeCursor;

WEAK void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));

WEAK TSParser *ts_parser_new(void);
WEAK void ts_parser_delete(TSParser *);
WEAK bool ts_parser_set_language(TSParser *, const TSLanguage *);
WEAK void ts_parser_set_timeout_micros(TSParser *, uint64_t);
WEAK TSTree *ts_parser_parse_string(TSParser *, const TSTree *, const char *, uint32_t);

WEAK void ts_tree_delete(TSTree *);
WEAK TSNode ts_tree_root_node(const TSTree *);

WEAK uint16_t ts_node_symbol(TSNode);
WEAK uint32_t ts_node_start_byte(TSNode);
WEAK uint32_t ts_node_end_byte(TSNode);
WEAK TSPoint ts_node_start_point(TSNode);
WEAK bool ts_node_is_missing(TSNode);
WEAK bool ts_node_has_error(TSNode);

WEAK TSTreeCursor ts_tree_cursor_new(TSNode);
WEAK void ts_tree_cursor_delete(TSTreeCursor *);
WEAK TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
WEAK uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
WEAK bool ts_tree_cursor_goto_parent(TSTreeCursor *);
WEAK bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
WEAK bool ts_tree_cursor_goto_first_child(TSTreeCursor *);

WEAK uint32_t ts_language_symbol_count(const TSLanguage *);
WEAK const char *ts_language_symbol_name(const TSLanguage *, uint16_t);
WEAK int ts_language_symbol_type(const TSLanguage *, uint16_t);
WEAK uint32_t ts_language_field_count(const TSLanguage *);
WEAK const char *ts_language_field_name_for_id(const TSLanguage *, uint16_t);

WEAK const TSLanguage *tree_sitter_javascript(void);
WEAK const TSLanguage *tree_sitter_typescript(void);
WEAK const TSLanguage *tree_sitter_tsx(void);

#endif
