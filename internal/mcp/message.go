package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// maxMessage is how many bytes one message may have, over stdio and, unless told otherwise, over HTTP. Proposed files
// travel in messages and are read up to 1 MiB; a string doubles at most when it is written as JSON, and the rest is room
// for several.
const maxMessage = 8 << 20

// envelope is what a transport has to know of a message.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// wireError is why a message is refused before anybody looks at what it asks for.
type wireError struct {
	id   json.RawMessage // nil if there is none to be trusted
	code int
	text string
}

func (e *wireError) Error() string { return e.text }

// open reads the envelope of a message. mcp-go reads messages by itself; it is handed only what passes here, because it
// answers a message of the wrong shape without its id, or not at all.
func open(message []byte) (envelope, *wireError) {
	var e envelope
	err := json.Unmarshal(message, &e)
	wrongType := (*json.UnmarshalTypeError)(nil)
	switch {
	case err != nil && !errors.As(err, &wrongType):
		return e, &wireError{code: protocol.PARSE_ERROR, text: "the message is not JSON"}
	case !utf8.Valid(message): // read as JSON it would become another text, id or path
		return e, &wireError{code: protocol.PARSE_ERROR, text: "the message is not UTF-8"}
	case message[0] == '[':
		return e, &wireError{code: protocol.INVALID_REQUEST, text: "batches are not supported, send one message at a time"}
	case message[0] != '{':
		return e, &wireError{code: protocol.INVALID_REQUEST, text: "a message has to be an object"}
	case err != nil:
		return e, &wireError{code: protocol.INVALID_REQUEST, text: "the method has to be a string"}
	case e.ID != nil && !validID(e.ID):
		return e, &wireError{code: protocol.INVALID_REQUEST, text: "the id has to be a string or a number"}
	case e.Method == "" && e.Result == nil && e.Error == nil:
		return e, &wireError{id: e.ID, code: protocol.INVALID_REQUEST, text: "the method is missing"}
	case e.Method != "" && (e.Result != nil || e.Error != nil):
		return e, &wireError{id: e.ID, code: protocol.INVALID_REQUEST, text: "a message is either a request or a response"}
	}
	return e, nil
}

func (e envelope) isRequest() bool  { return e.Method != "" && e.ID != nil }
func (e envelope) isResponse() bool { return e.Method == "" }

func validID(id json.RawMessage) bool {
	return id[0] == '"' || id[0] == '-' || id[0] >= '0' && id[0] <= '9'
}

// idKey is equal for equal ids, however they are written.
func idKey(id json.RawMessage) string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return "string " + text
	}
	return "number " + string(id)
}

// cancelledID is the id of the request that a notifications/cancelled message names, nil if it names none.
func cancelledID(message []byte) json.RawMessage {
	var m struct {
		Params struct {
			RequestID json.RawMessage `json:"requestId"`
		} `json:"params"`
	}
	if json.Unmarshal(message, &m) != nil || m.Params.RequestID == nil || !validID(m.Params.RequestID) {
		return nil
	}
	return m.Params.RequestID
}

// withID writes a response with the id exactly as it came: mcp-go reads numbers as float64, which rounds above 2^53.
func withID(response protocol.JSONRPCMessage, id json.RawMessage) ([]byte, error) {
	exact := protocol.NewRequestId(id)
	switch r := response.(type) {
	case nil:
		return errorReply(id, protocol.INVALID_REQUEST, "there is nothing to answer"), nil
	case protocol.JSONRPCResponse:
		r.ID = exact
		response = r
	case protocol.JSONRPCError:
		r.ID = exact
		response = r
	}
	text, err := json.Marshal(response)
	if err != nil {
		return nil, fmt.Errorf("write the response: %w", err)
	}
	return text, nil
}

// plainly puts into words what mcp-go answers with a Go type and all that was sent: that it cannot read what is asked
// for. Any other response stays as it is.
func plainly(response []byte) []byte {
	if !bytes.Contains(response, []byte(`"message":"unparsable `)) {
		return response
	}
	e, invalid := open(response)
	if invalid != nil || e.Error == nil { // it only says so in an answer
		return response
	}
	text := "the params do not have the form that the method demands"
	if bytes.Contains(e.Error, []byte("cannot unmarshal number ")) {
		text += ", or a number in them is too large"
	}
	return errorReply(e.ID, protocol.INVALID_PARAMS, text)
}

// errorReply is a response that says that a request was not served. A nil id is sent as null.
func errorReply(id json.RawMessage, code int, text string) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	quoted, _ := json.Marshal(text) // a string can always be written
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, id, code, quoted)
	return b.Bytes()
}

// trimmed is what is on a line: without the blanks around it, and without the mark that some shells put before the first.
func trimmed(line []byte, first bool) []byte {
	if first {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	return bytes.TrimSpace(line)
}
