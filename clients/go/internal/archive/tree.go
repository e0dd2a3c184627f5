package archive

import "strings"

type kind int

const (
	file kind = iota
	folder
	impliedFolder
)

type node struct {
	spelling string
	kind     kind
	children map[string]*node
}

// tree is what an archive would unpack to. It finds paths that collide.
type tree struct {
	folding    *folding
	root       node
	implied    int
	maxImplied int
	files      int
	topNames   []string
}

func openTree(maxImplied int) *tree {
	return &tree{folding: &folding{}, root: node{kind: impliedFolder}, maxImplied: maxImplied}
}

func (t *tree) put(segments []string, k kind, name []byte) error {
	at, isNew := &t.root, false
	for depth, segment := range segments {
		childKind := impliedFolder
		if depth == len(segments)-1 {
			childKind = k
		}
		child, made, err := t.childOf(at, segment, childKind, name)
		if err != nil {
			return err
		}
		if childKind == impliedFolder && child.kind == file {
			return refuseEntry(name, "lies in a folder that is also a file")
		}
		at, isNew = child, made
	}
	if t.implied > t.maxImplied {
		return refuse("has more than " + grouped(int64(t.maxImplied)) + " folders")
	}
	if !isNew && at.kind == k {
		return refuseEntry(name, "appears twice")
	}
	if !isNew && (at.kind == file || k == file) {
		return refuseEntry(name, "is both a file and a folder")
	}
	at.kind = k
	if k == file {
		t.files++
	}
	return nil
}

// childOf gives the child with this name, which is made if there is none. Two names that differ only in spelling collide.
func (t *tree) childOf(parent *node, segment string, k kind, name []byte) (*node, bool, error) {
	key := t.folding.fold(segment)
	if found, ok := parent.children[key]; ok {
		if found.spelling != segment {
			reason := "collides with “" + show([]byte(found.spelling)) + "”, which many systems take for the same name"
			return nil, false, refuseEntry(name, reason)
		}
		return found, false, nil
	}
	child := &node{spelling: segment, kind: k}
	if parent.children == nil {
		parent.children = map[string]*node{}
	}
	parent.children[key] = child
	if k == impliedFolder {
		t.implied++
	}
	if parent == &t.root && !isAppleDouble(segment) {
		t.topNames = append(t.topNames, segment)
	}
	return child, true, nil
}

// topFolder is the one folder that contains everything but the files of macOS beside it; otherwise empty.
func (t *tree) topFolder() string {
	if len(t.topNames) != 1 || t.root.children[t.folding.fold(t.topNames[0])].kind == file {
		return ""
	}
	return t.topNames[0]
}

// isAppleDouble: macOS puts the attributes of files into “._name” and “__MACOSX” when it packs for other systems.
func isAppleDouble(name string) bool { return strings.HasPrefix(name, "._") || name == "__MACOSX" }
