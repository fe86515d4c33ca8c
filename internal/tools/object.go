package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
)

// jsonObject is a JSON object whose lists can be cut. An entry of a list that is nil is left out.
type jsonObject struct {
	names []string
	lists map[string][]json.RawMessage
	rest  map[string]json.RawMessage // what is no list
}

func openObject(text []byte) (*jsonObject, error) {
	o := &jsonObject{rest: map[string]json.RawMessage{}, lists: map[string][]json.RawMessage{}}
	dec := json.NewDecoder(bytes.NewReader(text))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.Join(errors.New("it is no JSON object"), err)
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		name, _ := key.(string)
		o.names = append(o.names, name)
		if value[0] != '[' {
			o.rest[name] = value
			continue
		}
		var list []json.RawMessage
		if err := json.Unmarshal(value, &list); err != nil {
			return nil, err
		}
		o.lists[name] = list
	}
	return o, nil
}

func (o *jsonObject) has(name string) bool { return slices.Contains(o.names, name) }

func (o *jsonObject) entry(e entry) json.RawMessage { return o.lists[e.list][e.index] }

func (o *jsonObject) put(e entry, text json.RawMessage) { o.lists[e.list][e.index] = text }

// count is how many entries of a list are not left out.
func (o *jsonObject) count(list string) int {
	n := 0
	for _, text := range o.lists[list] {
		if text != nil {
			n++
		}
	}
	return n
}

func (o *jsonObject) counts() map[string]int {
	count := map[string]int{}
	for name := range o.lists {
		count[name] = o.count(name)
	}
	return count
}

// inOrder are all entries as they stand.
func (o *jsonObject) inOrder() []entry {
	var all []entry
	for _, name := range o.names {
		all = append(all, entriesOf(name, len(o.lists[name]))...)
	}
	return all
}

// entriesOf are the first n entries of a list.
func entriesOf(list string, n int) []entry {
	var all []entry
	for i := range n {
		all = append(all, entry{list, i})
	}
	return all
}

// without is the object with these entries left out.
func (o *jsonObject) without(entries []entry) *jsonObject {
	cut := &jsonObject{names: o.names, rest: o.rest, lists: map[string][]json.RawMessage{}}
	for name, list := range o.lists {
		cut.lists[name] = slices.Clone(list)
	}
	for _, e := range entries {
		cut.put(e, nil)
	}
	return cut
}

// encode writes the object, and what is missing in it as its last member.
func (o *jsonObject) encode(missing *truncation) json.RawMessage {
	var b bytes.Buffer
	for _, name := range o.names {
		b.WriteByte(',')
		writeString(&b, name)
		b.WriteByte(':')
		if list, ok := o.lists[name]; ok {
			kept := slices.DeleteFunc(slices.Clone(list), func(text json.RawMessage) bool { return text == nil })
			b.WriteByte('[')
			for i, text := range kept {
				if i > 0 {
					b.WriteByte(',')
				}
				b.Write(text)
			}
			b.WriteByte(']')
			continue
		}
		b.Write(o.rest[name])
	}
	text, _ := json.Marshal(missing) // a struct of numbers and strings
	b.WriteString(`,"truncation":`)
	b.Write(text)
	b.WriteByte('}')
	out := b.Bytes()
	out[0] = '{'
	return out
}

func writeString(b *bytes.Buffer, s string) {
	text, _ := json.Marshal(s) // a string
	b.Write(text)
}
