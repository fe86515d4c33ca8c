//go:build !conformance

package mcp

// addFixtures adds what the official conformance suite asks for, in a build with the tag of that name.
func addFixtures(*Server) {}
