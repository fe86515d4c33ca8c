package change

// Kind says what a file is for, from its path alone. Several may hold.
type Kind uint8

// The kinds.
const (
	KindTest Kind = 1 << iota
	KindGenerated
	KindVendored
	KindBuild // runs when the project is built, installed or configured
)

// Has reports whether all of k hold.
func (k Kind) Has(other Kind) bool { return k&other == other }
