package archive

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The limits of common file systems: 255 bytes a name everywhere, 1,024 bytes a path on macOS.
const (
	maxSegmentBytes = 255
	maxPathBytes    = 1024
	maxDepth        = 32
)

var (
	// Devices, with any extension and blanks before it.
	device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)`)
	drive  = regexp.MustCompile(`(?i)^[a-z]:`)
)

// segmentsOf gives the folders and the last name of a path; none for “.”, the root itself. “./a”, as tar writes it, is “a”.
func (f *folding) segmentsOf(name []byte) ([]string, error) {
	if len(name) > maxPathBytes {
		return nil, refuseEntry(name, "is a path of more than 1,024 bytes")
	}
	if !utf8.Valid(name) {
		return nil, refuseEntry(name, "is not named in UTF-8")
	}
	text := string(name)
	if why := pathFault(text); why != "" {
		return nil, refuseEntry(name, why)
	}
	path := text
	if text == "." {
		path = ""
	}
	path = strings.TrimSuffix(strings.TrimPrefix(path, "./"), "/")
	if path == "" {
		if text == "." || text == "./" {
			return nil, nil
		}
		return nil, refuseEntry(name, "is an absolute path")
	}
	segments := strings.Split(path, "/")
	for _, segment := range segments {
		if segment == ".." {
			return nil, refuseEntry(name, "climbs out of its folder with “..”")
		}
	}
	if len(segments) > maxDepth {
		return nil, refuseEntry(name, "lies more than 32 folders deep")
	}
	for _, segment := range segments {
		if why := f.segmentFault(segment); why != "" {
			return nil, refuseEntry(name, why)
		}
	}
	return segments, nil
}

func pathFault(text string) string {
	switch {
	case text == "":
		return "is an empty name"
	case text[0] == '/' || text[0] == '\\':
		return "is an absolute path"
	case drive.MatchString(text):
		return "is an absolute path, with a drive letter"
	case text[0] == '~':
		return "begins with “~”, which shells read as a home folder"
	case strings.Contains(text, `\`):
		return `holds “\”, which is a separator on Windows`
	}
	return ""
}

func (f *folding) segmentFault(segment string) string {
	switch {
	case segment == "" || segment == ".":
		return "has an empty part or “.” in its path"
	case len(segment) > maxSegmentBytes:
		return "has a name of more than 255 bytes"
	case strings.IndexFunc(segment, unicode.IsControl) >= 0:
		return "has a control character in its name"
	case strings.IndexFunc(segment, isInvisible) >= 0:
		return "has an invisible or directional character in its name"
	case strings.ContainsAny(segment, `<>:"|?*`):
		return `has one of < > : " | ? * in its name, which Windows does not allow`
	case strings.HasSuffix(segment, ".") || strings.HasSuffix(segment, " "):
		return "has a name that ends in a dot or a blank, which Windows drops"
	case f.isGitName(segment):
		return "has “.git” in its path, from where git would run hooks"
	case device.MatchString(segment):
		return "has a name that Windows reserves for a device"
	}
	return ""
}

// isInvisible: directional marks make a name look like another one, and HFS+ compares names without joiners.
func isInvisible(r rune) bool { return unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) }

// isGitName says whether some file system takes a name for “.git”. “git~1” is its short name on NTFS.
func (f *folding) isGitName(segment string) bool {
	folded := f.fold(segment)
	return folded == ".GIT" || folded == "GIT~1"
}
