# Every target is one command that works by itself; `make help` lists them.
.DEFAULT_GOAL := help

GO       ?= go
FUZZTIME ?= 10s

# The packages in which several goroutines meet, or that start processes.
RACE := ./internal/proc ./internal/cli ./internal/engine ./internal/git ./internal/change ./internal/mcp ./cmd/sentinel

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: ## build bin/sentinel
	$(GO) build -trimpath -o bin/sentinel ./cmd/sentinel

.PHONY: install
install: ## install sentinel where `go install` puts programs
	$(GO) install -trimpath ./cmd/sentinel

.PHONY: test
test: ## run all the tests
	$(GO) test ./...

.PHONY: race
race: ## run the tests of concurrent packages under the race detector
	$(GO) test -race $(RACE)

.PHONY: lint
lint: ## formatting, go vet and staticcheck
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')) && test -z "$$unformatted" || { echo "not formatted: $$unformatted" >&2; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

.PHONY: bench
bench: ## measure speed and memory against the budgets
	$(GO) run ./internal/bench

.PHONY: bench-tools
bench-tools: ## install what bench compares with (gitleaks, ast-grep) into the user's cache folder
	$(GO) run ./internal/bench -install

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME (10s)
	@grep -rEo --include='*_test.go' '^func Fuzz[A-Za-z0-9_]+' . | sort | while IFS=: read -r file func; do \
		echo "$$(dirname $$file) $${func#func }"; \
		$(GO) test "$$(dirname $$file)" -run '^$$' -fuzz "^$${func#func }\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x || exit 1; \
	done

.PHONY: parity
parity: ## compare with each git of a list: GITS=/path/to/old/git:/path/to/new/git (by default the installed one)
	SENTINEL_TEST_GIT='$(GITS)' $(GO) test -count=1 -run 'OfGit$$' ./internal/git ./internal/change

.PHONY: interop
interop: ## try the MCP server with the official conformance suite, Inspector and clients (npm installs them)
	internal/tools/testdata/interop/run.sh

.PHONY: update
update: ## rewrite everything that tests compare with; read the diff
	@for dir in $$(grep -rlE --include='*_test.go' 'flag\.Bool\("update"|checktest\.Run' . | xargs -n1 dirname | sort -u); do \
		$(GO) test "$$dir" -update || exit 1; \
	done

.PHONY: docs
docs: ## write the generated parts of the README anew
	$(GO) test ./cmd/sentinel -run '^TestReadmeIsTrue$$' -update

.PHONY: docs-check
docs-check: ## fail if the README says what sentinel does not do; a part of test
	$(GO) test ./cmd/sentinel -run '^TestReadmeIsTrue$$' -count=1
