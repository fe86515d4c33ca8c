package proc

import "testing"

func TestAnOutputThatSomebodyKeepsOpenIsNotWaitedFor(t *testing.T) {
	s, write, err := newStream(Limit{Bytes: 1000, Lines: 10})
	if err != nil {
		t.Fatal(err)
	}
	defer write.Close()
	go s.drain()
	if _, err := write.WriteString("so far"); err != nil {
		t.Fatal(err)
	}
	if got, complete := s.result(); complete || got.Text != "so far" || got.Bytes != 6 {
		t.Errorf("got %+v, complete: %v", got, complete)
	}
}
