package realmcatalog_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	realmcatalog "realm-catalog.invalid/client"
)

// unpack gives a folder that is not there yet, and what is around it before and after.
func unpack(t *testing.T, content []byte) (string, []realmcatalog.ArchivedFile, error) {
	t.Helper()
	around := t.TempDir()
	file := filepath.Join(t.TempDir(), "archive")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(around, "target")
	files, err := realmcatalog.Unpack(ctx, file, folder)
	if err != nil {
		if left := namesIn(t, around); len(left) > 0 {
			t.Errorf("%v is left", left)
		}
	}
	return folder, files, err
}

func namesIn(t *testing.T, folder string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if path != folder {
			relative, _ := filepath.Rel(folder, path)
			names = append(names, filepath.ToSlash(relative))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func mustBeRefused(t *testing.T, content []byte, why string) {
	t.Helper()
	_, _, err := unpack(t, content)
	var refusal *realmcatalog.Refusal
	if !errors.As(err, &refusal) || !regexp.MustCompile(why).MatchString(err.Error()) {
		t.Errorf("it is not refused because it %s: %v", why, err)
	}
}

// skipIfShort: the race detector finds nothing where nothing is concurrent, and makes it slow.
func skipIfShort(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long")
	}
}

func TestHostileNamesAreRefused(t *testing.T) {
	skipIfShort(t)
	for name, why := range map[string]string{
		"../evil":                    "“..” in its path",
		"a/../../evil":               "“..” in its path",
		"/etc/passwd":                "absolute",
		`C:\evil`:                    "absolute",
		`a\b`:                        "Windows does not allow",
		".git/hooks/post-checkout":   "git would run hooks",
		"a/.GIT/config":              "git would run hooks",
		"nul.txt":                    "reserves for a device",
		"a./b":                       "Windows drops",
		"a\u202eb":                   "directional",
		"a\nb":                       "control character",
		"a//b":                       "empty part",
		strings.Repeat("a/", 40):     "folders deep",
		strings.Repeat("x", 300):     "255 bytes",
		"~/.profile":                 "absolute",
		"ab:c":                       "Windows does not allow",
		"\xff":                       "UTF-8",
		strings.Repeat("abcd/", 300): "1,024 bytes",
	} {
		entry := regular(strings.TrimSuffix(name, "/"))
		entry.Format = tar.FormatGNU
		mustBeRefused(t, targz(t, regular("first"), entry), why)
	}
}

func TestCollisionsAreRefused(t *testing.T) {
	skipIfShort(t)
	for _, names := range [][2]string{{"a", "a"}, {"a", "a/b"}, {"a/b", "a"}, {"a/b/c", "a/b"}} {
		mustBeRefused(t, targz(t, regular(names[0]), regular(names[1])), "collides")
	}
}

func TestOnlyFilesAndFoldersAreTaken(t *testing.T) {
	for _, kind := range []byte{tar.TypeSymlink, tar.TypeLink, tar.TypeFifo, tar.TypeChar, tar.TypeCont, 'Z'} {
		entry := tar.Header{Name: "odd", Typeflag: kind, Linkname: "/etc/passwd"}
		mustBeRefused(t, targz(t, regular("first"), entry), "“odd” is a link, a device")
	}
	mustBeRefused(t, targz(t), "no file")
	mustBeRefused(t, []byte("<html>"), "not gzip")
}

func TestDamageIsRefused(t *testing.T) {
	skipIfShort(t)
	whole := targz(t, regular("a"), regular("b"))
	for size := 0; size < len(whole); size += 7 {
		mustBeRefused(t, whole[:size], "cannot be read|not gzip")
	}
	mustBeRefused(t, append(whole[:len(whole):len(whole)], whole...), "behind the end of its gzip")
	flipped := append([]byte(nil), whole...)
	flipped[len(flipped)-8] ^= 0xff
	mustBeRefused(t, flipped, "cannot be read")
}

func TestBombsAreRefused(t *testing.T) {
	skipIfShort(t)
	var packed bytes.Buffer
	writer := zip.NewWriter(&packed)
	file, _ := writer.Create("bomb")
	_, _ = file.Write(make([]byte, 20<<20))
	_ = writer.Close()
	mustBeRefused(t, packed.Bytes(), "100 times its size")
	entries := make([]tar.Header, 10001)
	for at := range entries {
		entries[at] = tar.Header{Name: fmt.Sprintf("d%d/", at), Typeflag: tar.TypeDir, Mode: 0o755}
	}
	mustBeRefused(t, targz(t, entries...), "10,000 entries")
	headers := regular("a")
	headers.PAXRecords = map[string]string{"REALM.comment": strings.Repeat("x", 1<<19)}
	mustBeRefused(t, targz(t, headers), "headers of too many bytes")
	packed.Reset()
	writer = zip.NewWriter(&packed)
	for at := 0; at < 400; at++ {
		_, _ = writer.CreateHeader(&zip.FileHeader{Name: fmt.Sprint(at), Comment: strings.Repeat("c", 60000)})
	}
	_ = writer.Close()
	mustBeRefused(t, packed.Bytes(), "directory of more than 16 MiB")
}

func TestAnArchiveIsUnpackedWithoutItsTopFolder(t *testing.T) {
	run := regular("app/run")
	run.Mode = 0o700
	empty := tar.Header{Name: "app/docs/", Typeflag: tar.TypeDir, Mode: 0o755}
	folder, files, err := unpack(t, targz(t, regular("app/src/a"), run, empty, regular("__MACOSX/._a")))
	if err != nil {
		t.Fatal(err)
	}
	if names := namesIn(t, folder); !reflect.DeepEqual(names, []string{"docs", "run", "src", "src/a"}) {
		t.Error(names)
	}
	content := []byte("content of app/src/a")
	if found, err := os.ReadFile(filepath.Join(folder, "src", "a")); err != nil || !bytes.Equal(found, content) {
		t.Error(found, err)
	}
	expected := realmcatalog.ArchivedFile{Path: "src/a", Size: int64(len(content)), SHA256: digest(content)}
	if len(files) != 2 || files[0] != expected || !files[1].IsExecutable {
		t.Error(files)
	}
	info, _ := os.Stat(filepath.Join(folder, "run"))
	if info.Mode().Perm()&0o100 == 0 {
		t.Error(info.Mode())
	}
}

func TestAFolderWithSomethingInItIsNotTouched(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(t.TempDir(), "archive")
	if err := os.WriteFile(file, targz(t, regular("a")), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := realmcatalog.Unpack(ctx, file, folder); err != nil { // it is empty
		t.Fatal(err)
	}
	if _, err := realmcatalog.Unpack(ctx, file, folder); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	ended, end := context.WithCancel(ctx)
	end()
	if _, err := realmcatalog.Unpack(ended, file, filepath.Join(folder, "b")); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if names := namesIn(t, folder); !reflect.DeepEqual(names, []string{"a"}) {
		t.Error(names)
	}
}

// The catalog's tests build hostile archives, and check what is written of those that are not refused.
func TestHostileArchives(t *testing.T) {
	skipIfShort(t)
	folder := os.Getenv("HOSTILE_ARCHIVES")
	if folder == "" {
		t.Skip("HOSTILE_ARCHIVES names no folder of them")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.archive"))
	if err != nil || len(files) < 100 {
		t.Fatal(err, len(files))
	}
	for _, file := range files {
		_, err := realmcatalog.Unpack(ctx, file, filepath.Join(strings.TrimSuffix(file, ".archive"), "target"))
		var refusal *realmcatalog.Refusal
		if err != nil && !errors.As(err, &refusal) {
			t.Error(file, err)
		}
		if err != nil {
			_ = os.WriteFile(file+".refused", nil, 0o600)
		}
	}
}
