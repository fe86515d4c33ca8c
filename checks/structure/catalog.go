package structure

import (
	"maps"
	"slices"
	"strings"
)

// entry is a value that the analysis knows: a module, a member of one, a global, or what calling one gives.
type entry struct {
	// name is the last part of path, for messages; path says what it is wherever it is reached from:
	// "child_process.exec", "eval", "express().listen".
	name, path string
	isModule   bool
	// does is what calling or constructing it does, as far as when holds for the arguments.
	does operation
	when condition
	// whole is what is said to be done where it is handed on, or a member of it without a known name is called.
	whole operation
	// common: the value is so often named without being called that handing it on says nothing.
	common bool
	role   role
	// members are its properties, result is what calling it gives.
	members map[string]*entry
	result  *entry
}

// role is what is special about an entry.
type role uint8

const (
	plain        role = iota
	requires          // calling it with a name gives the module
	loadsScripts      // calling it with names runs the scripts
	environment       // its properties are environment variables
	readsEnv          // calling it with a name reads an environment variable
	readsAllEnv       // calling it reads all of them
	exportsOfCJS      // what is assigned to its properties is exported
	router            // calling its get, post, ... declares a route
)

// catalog is everything the analysis knows from the start. It is never changed once built.
type catalog struct {
	modules map[string]*entry
	// global is the global object; its members are the global names, globalNames lists them sorted.
	global      *entry
	globalNames []string
	// meta is import.meta, returnThis what Function("return this") gives: a function that gives the global object.
	meta, returnThis *entry
}

func newCatalog() *catalog {
	c := &catalog{modules: map[string]*entry{}, global: &entry{}, meta: &entry{name: "import.meta", path: "import.meta"}}
	c.returnThis = &entry{result: c.global}
	for _, r := range dangerous {
		c.addRow(r)
	}
	for _, f := range fsFunctions {
		for name := range strings.FieldsSeq(f.names) {
			c.addRow(row{does: f.does, modules: fsModules, members: name + " " + name + "Sync promises." + name, when: f.when})
		}
	}
	c.modules["fs/promises"] = c.modules["fs"].at("promises")
	c.modules["dns/promises"] = c.modules["dns"].at("promises")
	for _, r := range wholes {
		for name := range strings.FieldsSeq(r.modules) {
			c.modules[name].whole = r.does
		}
	}
	c.addSpecials()
	c.globalNames = slices.Sorted(maps.Keys(c.global.members))
	return c
}

func (c *catalog) addRow(r row) {
	if r.modules == "" {
		addMembers(c.global, r)
	}
	for name := range strings.FieldsSeq(r.modules) {
		addMembers(c.moduleNamed(name), r)
	}
}

func addMembers(e *entry, r row) {
	for path := range strings.FieldsSeq(r.members) {
		m := e.at(path)
		m.does, m.when = r.does, r.when
	}
}

func (c *catalog) moduleNamed(name string) *entry {
	e, ok := c.modules[name]
	if !ok {
		e = &entry{name: name, path: name, isModule: true}
		c.modules[name] = e
	}
	return e
}

// at is the entry at a path of a row, made where there is none: see row.members.
func (e *entry) at(path string) *entry {
	for part := range strings.SplitSeq(path, ".") {
		name, called := strings.CutSuffix(part, "()")
		if name != "default" {
			e = e.member(name)
		}
		if called {
			e = e.called()
		}
	}
	return e
}

func (e *entry) member(name string) *entry {
	if m, ok := e.members[name]; ok {
		return m
	}
	m := &entry{name: name, path: name}
	if e.path != "" {
		m.path = e.path + "." + name
	}
	e.link(name, m)
	return m
}

// link makes a property of e an entry that is known from elsewhere.
func (e *entry) link(name string, m *entry) {
	if e.members == nil {
		e.members = map[string]*entry{}
	}
	e.members[name] = m
}

func (e *entry) called() *entry {
	if e.result == nil {
		e.result = &entry{name: e.name, path: e.path + "()"}
	}
	return e.result
}

// module is the module of a name as written in an import, or nil where nothing is known of it.
func (c *catalog) module(name string) *entry {
	scheme, bare := schemeOf(name)
	switch scheme {
	case "node":
		name = bare
	case "npm", "jsr":
		name = withoutVersion(strings.TrimPrefix(bare, "/"))
	}
	return c.modules[name]
}

// withoutVersion cuts "@5.1" off "execa@5.1" and "@david/dax@0.42".
func withoutVersion(name string) string {
	if at := strings.LastIndexByte(name, '@'); at > 0 {
		return name[:at]
	}
	return name
}
