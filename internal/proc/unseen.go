package proc

import "unicode"

// isControl reports whether r is a control character, C0, DEL or C1.
func isControl(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 }

// isPresentation reports whether r chooses between the two looks of the symbol before it, text and emoji. Nothing is
// lost without it.
func isPresentation(r rune) bool { return r == '\ufe0e' || r == '\ufe0f' }

// isUnseen reports whether r is never drawn but changes what is read, or carries text along unseen: bidirectional
// and zero-width characters, tags, fillers, variation selectors.
func isUnseen(r rune) bool {
	// The ranges of nearly all text hold none; to look in the tables takes ten times as long.
	if r > 0xad && r < 0x34f || r >= 0x2070 && r < 0x3164 || r > 0x3164 && r < 0xd800 || r >= 0x1f300 && r < 0x1fb00 {
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector,
		unicode.Other_Default_Ignorable_Code_Point)
}
