package realmcatalog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"realm-catalog.invalid/client/internal/archive"
)

// Refusal says why an archive is refused, with the entry that breaks a rule. errors.As finds it.
type Refusal = archive.Refusal

// ArchivedFile is a file of an archive.
type ArchivedFile struct {
	// Path is relative to the realm's root, with “/” between names.
	Path string
	Size int64
	// SHA256 in hexadecimal.
	SHA256       string
	IsExecutable bool
}

// Unpack unpacks a .tar.gz or a .zip into a folder that is not there yet, or empty: all of it, or nothing. It takes only
// what the catalog takes, and else gives a *Refusal: regular files and folders whose names mean the same files inside of
// the folder on every system, within the bounds of the catalog. One top folder is removed.
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
	// To its end, before a byte is written: a bomb costs no disk.
	if _, err := archive.Read(source, info.Size(), archive.DefaultLimits, &unpacker{ctx: ctx}); err != nil {
		return nil, err
	}
	stage, err := os.MkdirTemp(filepath.Dir(target), "."+filepath.Base(target)+"-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(stage)
	u := &unpacker{ctx: ctx, root: filepath.Join(stage, "files")}
	if err := os.Mkdir(u.root, 0o777); err != nil {
		return nil, err
	}
	top, err := archive.Read(source, info.Size(), archive.DefaultLimits, u)
	if err != nil {
		u.close()
		return nil, err
	}
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

// unpacker writes files and folders, and nothing else; without a root, it writes nothing. Of their permissions only the
// executable bit counts.
type unpacker struct {
	ctx   context.Context
	root  string
	files []ArchivedFile
	open  *os.File
	hash  hash.Hash
}

func (u *unpacker) Folder(path string) error {
	if u.root == "" {
		return u.ctx.Err()
	}
	return os.MkdirAll(filepath.Join(u.root, filepath.FromSlash(path)), 0o777)
}

func (u *unpacker) Begin(path string, mode uint32) error {
	if u.root == "" {
		return u.ctx.Err()
	}
	target := filepath.Join(u.root, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return err
	}
	isExecutable := mode&0o111 != 0
	permissions := fs.FileMode(0o644)
	if isExecutable {
		permissions = 0o755
	}
	u.files = append(u.files, ArchivedFile{Path: path, IsExecutable: isExecutable})
	u.hash = sha256.New()
	var err error
	// The folder is new and nobody else's. If something is there all the same, it is not written to.
	u.open, err = os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, permissions)
	return err
}

func (u *unpacker) Add(bytes []byte) error {
	if err := u.ctx.Err(); err != nil || u.root == "" {
		return err
	}
	u.files[len(u.files)-1].Size += int64(len(bytes))
	u.hash.Write(bytes)
	_, err := u.open.Write(bytes)
	return err
}

func (u *unpacker) End() error {
	if u.root == "" {
		return nil
	}
	u.files[len(u.files)-1].SHA256 = hex.EncodeToString(u.hash.Sum(nil))
	return u.close()
}

func (u *unpacker) close() error {
	if u.open == nil {
		return nil
	}
	open := u.open
	u.open = nil
	return open.Close()
}
