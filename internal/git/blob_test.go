package git

import "testing"

func TestIsBlob(t *testing.T) {
	// The ids that `git hash-object` gives for "hello\n".
	const (
		sha1ID   OID = "ce013625030ba8dba906f756967f9e9ca394464a"
		sha256ID OID = "2cf8d83d9ee29543b34a87727421fdecb7e3f3a183d337639025de576db9ebb4"
	)
	for _, id := range []OID{sha1ID, sha256ID} {
		if !id.IsBlob([]byte("hello\n")) {
			t.Errorf("%s is not the id of its content", id)
		}
		if id.IsBlob([]byte("hello\r\n")) {
			t.Errorf("%s is the id of other content", id)
		}
	}
	if OID("").IsBlob(nil) || OID("ce01").IsBlob([]byte("hello\n")) {
		t.Error("what is no id is the id of something")
	}
}
