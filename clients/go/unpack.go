package realmcatalog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

const (
	// maxUnpackedBytes of all files together.
	maxUnpackedBytes = 512 << 20
	// maxRatio is how many times larger than the archive its files may be.
	maxRatio = 100
	// Below this size the ratio is not checked: small projects of repetitive text compress better.
	minRatioBytes = 1 << 20
	// maxFolders are listed, or implied by the paths of files.
	maxFolders = 2 * maxEntries
	tooLarge   = "unpacks to more than 512 MiB, or 100 times its size"
)

// ArchivedFile is a file of an archive.
type ArchivedFile struct {
	// Path is relative to the realm's root, with “/” between names.
	Path string
	Size int64
	// SHA256 in hexadecimal.
	SHA256       string
	IsExecutable bool
}

// Unpack unpacks a .tar.gz or a .zip into a folder that is not there yet, or empty: all of it, or nothing. It takes
// regular files and folders alone, whose names mean the same files inside of the folder on every system, within the
// bounds of the catalog; else it gives a *Refusal. One top folder is removed.
func Unpack(ctx context.Context, file, folder string) ([]ArchivedFile, error) {
	source, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	info, err := source.Stat()
	if err != nil {
		return nil, err
	}
	target, err := placeOf(folder)
	if err != nil {
		return nil, err
	}
	if err := refuseFilled(target); err != nil {
		return nil, err
	}
	stage, err := os.MkdirTemp(filepath.Dir(target), "."+filepath.Base(target)+"-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(stage)
	u := newUnpacker(ctx, filepath.Join(stage, "files"), info.Size())
	if err := os.Mkdir(u.root, 0o777); err != nil {
		return nil, err
	}
	if err := readEntries(source, info.Size(), u.write); err != nil {
		return nil, err
	}
	if len(u.files) == 0 {
		return nil, refuse("has no file in it")
	}
	top := u.topFolder()
	if err := moveTo(target, filepath.Join(u.root, top)); err != nil {
		return nil, err
	}
	return inside(u.files, top), nil
}

// placeOf is the folder itself, where the path is a link to it: a rename would replace the link.
func placeOf(folder string) (string, error) {
	if place, err := filepath.EvalSymlinks(folder); err == nil {
		folder = place
	}
	return filepath.Abs(folder)
}

func refuseFilled(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && len(entries) > 0 {
		err = &fs.PathError{Op: "unpack", Path: folder, Err: syscall.ENOTEMPTY}
	}
	return err
}

// moveTo: a folder that is there stays, since it may be the current one of a process, and has an owner and a mode.
func moveTo(target, root string) error {
	if _, err := os.Lstat(target); err != nil {
		return os.Rename(root, target)
	}
	if err := refuseFilled(target); err != nil {
		return err
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		return err
	}
	for at, entry := range entries {
		if err := os.Rename(filepath.Join(root, entry.Name()), filepath.Join(target, entry.Name())); err != nil {
			for _, moved := range entries[:at] {
				_ = os.Rename(filepath.Join(target, moved.Name()), filepath.Join(root, moved.Name()))
			}
			return err
		}
	}
	return nil
}

// inside leaves out what macOS writes beside the top folder.
func inside(files []ArchivedFile, top string) []ArchivedFile {
	if top == "" {
		return files
	}
	var found []ArchivedFile
	for _, file := range files {
		if path := strings.TrimPrefix(file.Path, top+"/"); path != file.Path {
			file.Path = path
			found = append(found, file)
		}
	}
	return found
}

// unpacker writes files and folders with portable names, and nothing else. All of them are new, so that names which the
// system takes for the same collide. Of the permissions of a file only the executable bit counts.
type unpacker struct {
	ctx      context.Context
	root     string
	files    []ArchivedFile
	folders  map[string]bool
	topNames map[string]bool
	entries  int
	// left is how many bytes the files may still have.
	left int64
}

func newUnpacker(ctx context.Context, root string, packed int64) *unpacker {
	left := packed * maxRatio
	if left < minRatioBytes {
		left = minRatioBytes
	}
	if left > maxUnpackedBytes {
		left = maxUnpackedBytes
	}
	return &unpacker{ctx: ctx, root: root, folders: map[string]bool{}, topNames: map[string]bool{}, left: left}
}

func (u *unpacker) write(entry archiveEntry) error {
	if u.entries++; u.entries > maxEntries {
		return refuse("has more than 10,000 entries")
	}
	segments, err := portableSegments(entry.name)
	if err != nil {
		return err
	}
	if !entry.isFolder && len(segments) == 0 || entry.isFolder && entry.size != 0 {
		return refuseEntry(entry.name, "is a folder that holds data, or a file without a name")
	}
	// macOS puts attributes into “._name” and “__MACOSX” when it packs for other systems.
	if len(segments) > 0 && !strings.HasPrefix(segments[0], "._") && segments[0] != "__MACOSX" {
		u.topNames[segments[0]] = true
	}
	folders := segments
	if !entry.isFolder {
		folders = segments[:len(segments)-1]
	}
	err = u.makeFolders(folders)
	if err == nil && !entry.isFolder {
		err = u.writeFile(strings.Join(segments, "/"), entry)
	}
	if errors.Is(err, fs.ErrExist) {
		return refuseEntry(entry.name, "collides with another name")
	}
	return err
}

func (u *unpacker) makeFolders(segments []string) error {
	for depth := range segments {
		folder := strings.Join(segments[:depth+1], "/")
		if u.folders[folder] {
			continue
		}
		if err := os.Mkdir(filepath.Join(u.root, filepath.FromSlash(folder)), 0o777); err != nil {
			return err
		}
		if u.folders[folder] = true; len(u.folders) > maxFolders {
			return refuse("has more than 20,000 folders")
		}
	}
	return nil
}

func (u *unpacker) writeFile(path string, entry archiveEntry) error {
	if entry.size > u.left {
		return refuse(tooLarge)
	}
	permissions := fs.FileMode(0o644)
	if entry.isExecutable {
		permissions = 0o755
	}
	file, err := os.OpenFile(filepath.Join(u.root, filepath.FromSlash(path)), os.O_WRONLY|os.O_CREATE|os.O_EXCL, permissions)
	if err != nil {
		return err
	}
	defer file.Close()
	content, err := entry.open()
	if err != nil {
		return unreadable(err)
	}
	defer content.Close()
	hash := sha256.New()
	watched := readerFunc(func(p []byte) (int, error) {
		if err := u.ctx.Err(); err != nil {
			return 0, err
		}
		return content.Read(p)
	})
	size, err := io.Copy(io.MultiWriter(file, hash), io.LimitReader(watched, entry.size+1))
	if size != entry.size && err == nil {
		return refuseEntry(entry.name, "has another size than it declares")
	}
	if err != nil {
		if u.ctx.Err() != nil {
			return err
		}
		return unreadable(err)
	}
	u.left -= size
	digest := hex.EncodeToString(hash.Sum(nil))
	u.files = append(u.files, ArchivedFile{Path: path, Size: size, SHA256: digest, IsExecutable: entry.isExecutable})
	return file.Close()
}

// topFolder is the one folder that contains everything but the files of macOS beside it; otherwise empty.
func (u *unpacker) topFolder() string {
	for name := range u.topNames {
		if len(u.topNames) == 1 && u.folders[name] {
			return name
		}
	}
	return ""
}
