package realmcatalog

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"
)

const maxShownPaths = 10

// fixedTime makes the headers of the same files the same: tar warns of files from 1970.
var fixedTime = time.Unix(499162500, 0)

// PublishFolder packs files of a folder and publishes them as Publish does. Files are paths in the folder, with “/”
// between names. Nil means those that git tracks or would add, but for what .realmignore names. An *Error with a Code such
// as “files_needed” (nil, and no git repository), “not_a_file” (such as a link) or “secrets” says what is wrong with them.
func (s *RealmsService) PublishFolder(ctx context.Context, slug, folder string, files []string, options ...CallOption) (*UploadedVersion, error) {
	root, err := filepath.EvalSymlinks(folder)
	if err == nil {
		root, err = filepath.Abs(root)
	}
	if info, statErr := os.Stat(root); err != nil || statErr != nil || !info.IsDir() {
		return nil, packingError("no_folder", folder+" is no folder.")
	}
	chosen, err := chooseFiles(ctx, root, files)
	if err != nil {
		return nil, err
	}
	temporary, err := os.MkdirTemp("", "realm-pack-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temporary)
	path := filepath.Join(temporary, "archive.tar.gz")
	if err := packFiles(ctx, path, root, slug, chosen); err != nil {
		return nil, err
	}
	archive, err := ArchiveFile(path)
	if err != nil {
		return nil, err
	}
	if archive.Size > MaxArchiveBytes {
		return nil, packingError("too_large", "The archive has more than 100 MiB.")
	}
	return s.Publish(ctx, slug, archive, options...)
}

// chooseFiles finds everything that is wrong with the files, before the first is packed.
func chooseFiles(ctx context.Context, root string, files []string) ([]sourceFile, error) {
	chosen := make([]sourceFile, 0, len(files))
	for _, path := range files {
		chosen = append(chosen, sourceFile{path: path})
	}
	if files == nil {
		var err error
		if chosen, err = filesOfGit(ctx, root); err != nil {
			return nil, err
		}
	}
	var notUTF8, others, found []string
	size := int64(0)
	for _, file := range chosen {
		info, err := os.Lstat(placeIn(root, file.path))
		switch {
		case !utf8.ValidString(file.path):
			notUTF8 = append(notUTF8, fmt.Sprintf("%q", file.path))
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, err
		case err != nil || !info.Mode().IsRegular() || isElsewhere(root, file.path):
			others = append(others, file.path)
		default:
			size += info.Size()
		}
	}
	switch {
	case len(chosen) == 0:
		return nil, packingError("no_files", "There is no file to publish.")
	case len(chosen) > maxEntries:
		return nil, packingError("too_many_files", "There are more than 10,000 files.")
	case len(notUTF8) > 0:
		return nil, packingError("not_utf8", "These names are not UTF-8: "+shownPaths(notUTF8))
	case len(others) > 0:
		return nil, packingError("not_a_file", "These are links, or other repositories, and no regular files: "+shownPaths(others))
	case size > maxUnpackedBytes:
		return nil, packingError("too_large", "The files have more than 512 MiB.")
	}
	for _, file := range chosen {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		why, err := secretIn(root, file.path)
		if err != nil {
			return nil, err
		}
		if why != "" {
			found = append(found, file.path+" "+why)
		}
	}
	if len(found) > 0 {
		return nil, packingError("secrets", "These files look like secrets: "+shownPaths(found))
	}
	return chosen, nil
}

// filesOfGit are without those that are deleted, and those that never belong into an archive.
func filesOfGit(ctx context.Context, root string) ([]sourceFile, error) {
	listed, err := gitFiles(ctx, root)
	if err != nil {
		return nil, err
	}
	var files []sourceFile
	for _, file := range listed {
		isLeftOut := false
		for _, name := range strings.Split(file.path, "/") {
			isLeftOut = isLeftOut || leftOut[name]
		}
		if _, err := os.Lstat(placeIn(root, file.path)); err == nil && !isLeftOut {
			files = append(files, file)
		}
	}
	return files, nil
}

func secretIn(root, path string) (string, error) {
	if why := secretByName(path); why != "" {
		return why, nil
	}
	file, err := os.Open(placeIn(root, path))
	if err != nil {
		return "", err
	}
	defer file.Close()
	return secretByContent(file)
}

// packFiles writes a .tar.gz with the files in one folder.
func packFiles(ctx context.Context, path, root, top string, files []sourceFile) error {
	target, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer target.Close()
	packed := gzip.NewWriter(target)
	writer := tar.NewWriter(packed)
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := packFile(writer, root, top, file); err != nil {
			return err
		}
	}
	for _, one := range []io.Closer{writer, packed, target} {
		if err := one.Close(); err != nil {
			return err
		}
	}
	return nil
}

func packFile(writer *tar.Writer, root, top string, file sourceFile) error {
	opened, err := os.Open(placeIn(root, file.path))
	if err != nil {
		return err
	}
	defer opened.Close()
	info, err := opened.Stat()
	if err != nil {
		return err
	}
	isExecutable := info.Mode()&0o111 != 0
	if file.isExecutable != nil {
		isExecutable = *file.isExecutable
	}
	mode := int64(0o644)
	if isExecutable {
		mode = 0o755
	}
	header := &tar.Header{Typeflag: tar.TypeReg, Name: top + "/" + file.path, Size: info.Size(), Mode: mode, ModTime: fixedTime}
	if err := writer.WriteHeader(header); err != nil {
		return err
	}
	size, err := io.Copy(writer, opened)
	if err == nil && size != info.Size() {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return fmt.Errorf("%s changed while it was packed: %w", file.path, err)
	}
	return nil
}

func placeIn(root, path string) string { return filepath.Join(root, filepath.FromSlash(path)) }

// isElsewhere says whether the file is outside of the root, or a folder on the way to it is a link.
func isElsewhere(root, path string) bool {
	if strings.Contains("/"+path+"/", "/../") {
		return true
	}
	around := filepath.Dir(placeIn(root, path))
	place, err := filepath.EvalSymlinks(around)
	return err != nil || place != around
}

func shownPaths(paths []string) string {
	rest := len(paths) - maxShownPaths
	if rest <= 0 {
		return strings.Join(paths, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(paths[:maxShownPaths], ", "), rest)
}
