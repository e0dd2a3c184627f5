// Package archive reads .tar.gz and .zip archives strictly and within limits, by the rules of the catalog.
package archive

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxNameCharacters = 200

// Refusal says why an archive is refused. It is safe to print, whatever the name of an entry contains.
type Refusal struct {
	// Entry is the name of the entry that breaks a rule; empty if it is the archive.
	Entry string
	// Reason continues a sentence that begins with the entry, or with “The archive”.
	Reason string
}

func (r *Refusal) Error() string {
	if r.Entry == "" {
		return "The archive " + r.Reason + "."
	}
	return "“" + r.Entry + "” " + r.Reason + "."
}

func refuse(reason string) error { return &Refusal{Reason: reason} }

func refuseEntry(name []byte, reason string) error {
	return &Refusal{Entry: show(name), Reason: reason}
}

// show writes characters that could distort a message by their numbers.
func show(name []byte) string {
	var characters []string
	for len(name) > 0 && len(characters) <= maxNameCharacters {
		r, size := utf8.DecodeRune(name)
		name = name[size:]
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Cs, unicode.Zl, unicode.Zp) {
			characters = append(characters, fmt.Sprintf(`\u{%x}`, r))
		} else {
			characters = append(characters, string(r))
		}
	}
	if len(characters) > maxNameCharacters {
		characters = append(characters[:maxNameCharacters-1], "…")
	}
	return strings.Join(characters, "")
}
