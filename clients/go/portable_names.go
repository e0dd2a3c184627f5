package realmcatalog

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The limits of common file systems: 255 bytes a name everywhere, 1,024 bytes a path on macOS.
const (
	maxSegmentBytes   = 255
	maxPathBytes      = 1024
	maxDepth          = 32
	maxNameCharacters = 200
)

var (
	// Devices of Windows, with any extension and blanks before it.
	device   = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)`)
	absolute = regexp.MustCompile(`^([/\\~]|[A-Za-z]:)`)
)

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

func refuseEntry(name, reason string) error { return &Refusal{Entry: printable(name), Reason: reason} }

// portableSegments gives the folders and the last name of a path; none for “.”, the root itself. “./a”, as tar writes
// it, is “a”. Each name means the same file, inside the archive's folder, on every system.
func portableSegments(name string) ([]string, error) {
	segments := strings.Split(strings.TrimSuffix(strings.TrimPrefix(name, "./"), "/"), "/")
	switch {
	case !utf8.ValidString(name):
		return nil, refuseEntry(name, "is not named in UTF-8")
	case len(name) > maxPathBytes:
		return nil, refuseEntry(name, "is a path of more than 1,024 bytes")
	case absolute.MatchString(name):
		return nil, refuseEntry(name, "is an absolute path, or one that shells or Windows read as such")
	case name == "." || name == "./":
		return nil, nil
	case len(segments) > maxDepth:
		return nil, refuseEntry(name, "lies more than 32 folders deep")
	}
	for _, segment := range segments {
		if why := segmentFault(segment); why != "" {
			return nil, refuseEntry(name, why)
		}
	}
	return segments, nil
}

func segmentFault(segment string) string {
	switch upper := strings.ToUpper(segment); {
	case segment == "" || segment == "." || segment == "..":
		return "has an empty part, “.” or “..” in its path"
	case len(segment) > maxSegmentBytes:
		return "has a name of more than 255 bytes"
	case strings.IndexFunc(segment, isUnprintable) >= 0:
		return "has a control character, or an invisible or directional one, in its name"
	case strings.ContainsAny(segment, `\<>:"|?*`):
		return `has one of \ < > : " | ? * in its name, which Windows does not allow`
	case strings.HasSuffix(segment, ".") || strings.HasSuffix(segment, " "):
		return "has a name that ends in a dot or a blank, which Windows drops"
	case upper == ".GIT" || upper == "GIT~1": // the short name of .git on NTFS
		return "has “.git” in its path, from where git would run hooks"
	case device.MatchString(segment):
		return "has a name that Windows reserves for a device"
	}
	return ""
}

// isUnprintable: directional marks make a name look like another one, and HFS+ compares names without joiners.
func isUnprintable(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Cs, unicode.Zl, unicode.Zp)
}

// printable writes characters that could distort a message by their numbers.
func printable(name string) string {
	var characters []string
	for _, r := range name {
		if len(characters) == maxNameCharacters {
			characters[maxNameCharacters-1] = "…"
			break
		}
		if isUnprintable(r) {
			characters = append(characters, fmt.Sprintf(`\u{%x}`, r))
		} else {
			characters = append(characters, string(r))
		}
	}
	return strings.Join(characters, "")
}
