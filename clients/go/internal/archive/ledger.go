package archive

import (
	"fmt"
	"strings"
)

// Limits of what an archive may hold.
type Limits struct {
	// Unpacked bytes of all files together.
	Unpacked int64
	// Entries are listed files and folders. As many folders again may be implied by the paths of files.
	Entries int
	// Ratio is how many times larger than the archive its files may be.
	Ratio int64
}

// DefaultLimits are those of the catalog.
var DefaultLimits = Limits{Unpacked: 512 << 20, Entries: 10000, Ratio: 100}

const (
	// Below this size the ratio is not checked: small projects of repetitive text compress better, and are harmless.
	minRatioBytes    = 1 << 20
	maxManifestBytes = 64 << 10
	maxReadmeBytes   = 1 << 20
	// setuid and setgid run a file as another user; sticky has no meaning on a file.
	specialBits = 0o7000
)

// Receiver gets the entries of an archive in their order. Every path is checked: it lies inside the folder of the
// archive, and collides with none before it.
type Receiver interface {
	// Folder is one that is listed. Those that only the paths of files imply are not passed on.
	Folder(path string) error
	// Begin begins a file, with its Unix mode; 0 if the archive has none.
	Begin(path string, mode uint32) error
	Add(bytes []byte) error
	End() error
}

// ledger records the entries of one archive, enforces the limits, and passes all on to a receiver.
type ledger struct {
	tree        *tree
	limits      Limits
	maxUnpacked int64
	receiver    Receiver
	entries     int
	unpacked    int64
	isOpen      bool
	// texts has the sizes of files that may be the manifest or the README, by their paths.
	texts   map[string]*text
	current *text
}

type text struct {
	name      []byte
	size, max int64
}

func openLedger(packed int64, limits Limits, receiver Receiver) *ledger {
	max := packed * limits.Ratio
	if max < minRatioBytes {
		max = minRatioBytes
	}
	return &ledger{
		tree: openTree(limits.Entries), limits: limits, maxUnpacked: max, receiver: receiver, texts: map[string]*text{},
	}
}

// enter records the next entry, with the raw bytes of its name and its Unix mode.
func (l *ledger) enter(name []byte, k kind, mode uint32) error {
	if err := l.endFile(); err != nil {
		return err
	}
	if l.entries++; l.entries > l.limits.Entries {
		return refuse("has more than " + grouped(int64(l.limits.Entries)) + " entries")
	}
	// On folders these bits are common and harmless.
	if k == file && mode&specialBits != 0 {
		return refuseEntry(name, "is setuid, setgid or sticky")
	}
	segments, err := l.tree.folding.segmentsOf(name)
	if err != nil {
		return err
	}
	if err := l.tree.put(segments, k, name); err != nil {
		return err
	}
	l.current = nil
	path := strings.Join(segments, "/")
	if k == folder {
		return l.receiver.Folder(path)
	}
	if key, max := textOf(path); max > 0 {
		l.current = &text{name: name, max: max}
		l.texts[key] = l.current
	}
	l.isOpen = true
	return l.receiver.Begin(path, mode)
}

// textOf: README.md may be in any case, since paths that differ in case collide.
func textOf(path string) (string, int64) {
	at := strings.LastIndex(path, "/") + 1
	name := strings.ToLower(path[at:])
	switch {
	case path[at:] == "realm.json":
		return path, maxManifestBytes
	case name == "readme.md":
		return path[:at] + name, maxReadmeBytes
	}
	return "", 0
}

// add records actual bytes of the file that was entered last, whatever size its header declares.
func (l *ledger) add(bytes []byte) error {
	l.unpacked += int64(len(bytes))
	if l.unpacked > l.limits.Unpacked {
		return refuse(fmt.Sprintf("unpacks to more than %d MiB", l.limits.Unpacked>>20))
	}
	if l.unpacked > l.maxUnpacked {
		return refuse(fmt.Sprintf("unpacks to more than %d times its size", l.limits.Ratio))
	}
	if l.current != nil {
		l.current.size += int64(len(bytes))
	}
	return l.receiver.Add(bytes)
}

func (l *ledger) endFile() error {
	if !l.isOpen {
		return nil
	}
	l.isOpen = false
	return l.receiver.End()
}

// close gives the one top folder, or nothing.
func (l *ledger) close() (string, error) {
	if err := l.endFile(); err != nil {
		return "", err
	}
	if l.tree.files == 0 {
		return "", refuse("has no file in it")
	}
	top := l.tree.topFolder()
	prefix := ""
	if top != "" {
		prefix = top + "/"
	}
	for _, name := range []string{"realm.json", "readme.md"} {
		if found := l.texts[prefix+name]; found != nil && found.size > found.max {
			return "", refuseEntry(found.name, "is larger than "+grouped(found.max>>10)+" KiB")
		}
	}
	return top, nil
}

// grouped is a number with commas, such as 10,000.
func grouped(number int64) string {
	text := fmt.Sprint(number)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
