// One call from Go parses a text and flattens its tree into records.
#ifndef SENTINEL_FLATTEN_H
#define SENTINEL_FLATTEN_H

#include "treesitter.h"

// node has the layout of the Go type Node.
typedef struct {
  uint16_t kind;
  uint8_t field;
  uint8_t reserved;
  uint32_t start, end, row, next;
} node;

// What becomes of a node of some symbol.
enum {
  ACTION_SKIP = 0,     // no record, but its children
  ACTION_EMIT = 1,     // a record, and its children
  ACTION_LEAF = 2,     // a record without its children
  ACTION_OPERATOR = 3, // a record where it is its parent's operator, and no children
  ACTION_DROP = 4,     // neither
};

// symbol says how nodes of one grammar symbol are flattened.
typedef struct {
  uint16_t kind;
  uint8_t action;
  uint8_t fields; // not 0: children are asked for their field, which is slow below wide nodes
} symbol;

// grammar is a language with its tables. The kinds and the field named below are numbers of the Go side.
typedef struct {
  const TSLanguage *language;
  const symbol *symbols;
  const uint8_t *fields;
  uint32_t symbol_count, field_count;
  uint16_t error_kind, missing_kind;
  uint8_t operator_field;
} grammar;

enum {
  FLATTEN_OK = 0,
  FLATTEN_TIMEOUT = 1,
  FLATTEN_NO_MEMORY = 2,
  FLATTEN_BAD_GRAMMAR = 3,
};

typedef struct {
  node *nodes; // to be freed by the caller
  uint32_t count;
  uint32_t status;
  bool has_error;
  uint64_t used_micros; // CPU time of parsing
} flattened;

// flatten parses text with a parser of its own, which is gone when it returns. The limit is CPU time of this
// thread, so that a busy machine does not change the answer; ten times as much real time ends it too.
flattened flatten(const grammar *g, const char *text, uint32_t length, uint64_t limit_micros);

// parse_only parses like flatten, but with memory from the system as the library does by itself, and throws the
// tree away. It is what benchmarks compare with.
uint32_t parse_only(const grammar *g, const char *text, uint32_t length, uint64_t limit_micros);

#endif
