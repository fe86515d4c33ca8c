package policy

import (
	"errors"
	"strings"
)

func checkName(name string) error {
	if name == "" || strings.ContainsAny(name, "/\\;&|`$()<>{}*?[]!~# \t") {
		return errors.New("not a program's name")
	}
	return nil
}
