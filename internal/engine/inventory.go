package engine

import (
	"slices"

	"sentinel/checks"
)

// OnlyInventory reports whether all checks of list that are asked for by name only take stock of what differs. Then
// every section is looked at unless the caller says otherwise.
func OnlyInventory(list []*checks.Check, names []string) bool {
	inventory := false
	for _, c := range list {
		if slices.Contains(names, c.Name) {
			if !c.OnRequest {
				return false
			}
			inventory = inventory || c.Inventory
		}
	}
	return inventory
}
