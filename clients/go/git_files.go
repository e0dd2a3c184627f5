package realmcatalog

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
)

// Somebody may have sent the folder: its .git can name filters, hooks, monitors and transports, which are programs, and
// none of them is run.
var (
	gitSettings    = []string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "credential.helper="}
	gitEnvironment = []string{"GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0"}
)

// sourceFile is a file of a folder.
type sourceFile struct {
	path string
	// isExecutable is nil where the disk says it.
	isExecutable *bool
}

// gitFiles are the files that git tracks or would add, but for those that a .realmignore names.
func gitFiles(ctx context.Context, folder string) ([]sourceFile, error) {
	if !isInRepository(folder) {
		return nil, packingError("files_needed", folder+" is in no git repository: name the files to publish.")
	}
	known := map[string]bool{}
	staged, err := askGit(ctx, folder, "--stage")
	if err != nil {
		return nil, err
	}
	for _, line := range staged {
		if mode, path, ok := strings.Cut(line, "\t"); ok {
			known[path] = strings.HasPrefix(mode, "100755 ")
		}
	}
	others, err := askGit(ctx, folder, "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	for _, path := range others {
		known[path] = false
	}
	ignored, err := askGit(ctx, folder, "--cached", "--others", "--ignored", "--exclude-per-directory=.realmignore")
	if err != nil {
		return nil, err
	}
	for _, path := range ignored {
		delete(known, path)
	}
	files := make([]sourceFile, 0, len(known))
	for path, isExecutable := range known {
		file := sourceFile{path: path}
		if isExecutable := isExecutable; runtime.GOOS == "windows" {
			file.isExecutable = &isExecutable
		}
		files = append(files, file)
	}
	sort.Slice(files, func(i, j int) bool { return files[i].path < files[j].path })
	return files, nil
}

// isInRepository: also in a broken one.
func isInRepository(folder string) bool {
	for {
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil {
			return true
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return false
		}
		folder = parent
	}
}

// askGit never runs a git of the folder itself, where Windows looks first: exec refuses that.
func askGit(ctx context.Context, folder string, words ...string) ([]string, error) {
	program, err := exec.LookPath("git")
	if err != nil || !filepath.IsAbs(program) {
		return nil, packingError("git_failed", "git is not installed.")
	}
	command := exec.CommandContext(ctx, program, append(append(gitSettings[:len(gitSettings):len(gitSettings)], "ls-files", "-z"), words...)...)
	command.Dir = folder
	command.Env = append(os.Environ(), gitEnvironment...)
	printed, err := command.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		said := err.Error()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			said = strings.TrimSpace(string(exit.Stderr))
		}
		return nil, packingError("git_failed", "git cannot list the files of "+folder+": "+said)
	}
	var lines []string
	for _, line := range bytes.Split(bytes.TrimSuffix(printed, []byte{0}), []byte{0}) {
		if len(line) > 0 {
			lines = append(lines, string(line))
		}
	}
	return lines, nil
}

func packingError(code, message string) *Error {
	return &Error{Kind: ErrOther, Code: code, Message: message}
}
