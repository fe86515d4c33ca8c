package structure

import "sentinel/internal/finding"

// operation is what a call does. All but a few are the rule of the same meaning; the others are facts only.
type operation uint8

const (
	noOperation operation = iota
	computedModule
	cryptography
	dynamicCode
	fileDelete
	fileWrite
	nativeCode
	networkConnect
	networkListen
	processExec
	remoteCode
	remoteImport
	unsafeDeserialize
	fileRead // a fact, not a finding

	operationCount
)

// operationRules are the rules' IDs; an operation without one is a fact only.
var operationRules = [operationCount]string{
	computedModule:    "structure/computed-module",
	cryptography:      "structure/crypto",
	dynamicCode:       "structure/dynamic-code",
	fileDelete:        "structure/file-delete",
	fileWrite:         "structure/file-write",
	nativeCode:        "structure/native-code",
	networkConnect:    "structure/network-connect",
	networkListen:     "structure/network-listen",
	processExec:       "structure/process-exec",
	remoteCode:        "structure/remote-code",
	remoteImport:      "structure/remote-import",
	unsafeDeserialize: "structure/unsafe-deserialize",
}

func (o operation) rule() string { return operationRules[o] }

// risk is the class of what a file can do. The zero value is the lowest.
type risk uint8

const (
	riskLow risk = iota
	riskUnknown
	riskMedium
	riskHigh
	riskCritical
)

var riskNames = [...]string{
	riskLow: "low", riskUnknown: "unknown", riskMedium: "medium", riskHigh: "high", riskCritical: "critical",
}

func (r risk) String() string { return riskNames[r] }

// riskOf is the class that goes with the level of a rule.
func riskOf(l finding.Level) risk {
	switch l {
	case finding.Error:
		return riskCritical
	case finding.Warning:
		return riskHigh
	case finding.Note:
		return riskMedium
	}
	return riskLow
}
