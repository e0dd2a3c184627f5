package realmcatalog

import (
	"fmt"
	"hash/crc32"
	"io"
	"regexp"
	"strings"
	"sync"
)

const (
	// What is further on in a file is data, and no text that somebody wrote.
	maxSearchedBytes = 16 << 20
	searchChunkBytes = 64 << 10
	// Parts of a file overlap by so much, so that nothing is missed between two of them.
	maxSecretBytes = 256
)

// nameRule tells a secret by the path of its file.
type nameRule struct{ what, names, except string }

// contentRule tells a secret by what a file holds. Blanks or the beginning of a line are a part of a spread one.
type contentRule struct {
	what, pattern, except string
	isSpread, hasChecksum bool
}

type compiledRule struct {
	what            string
	pattern, except *regexp.Regexp
	hasChecksum     bool
}

// secretRules are compiled when a folder is packed for the first time.
type secretRules struct {
	once                       sync.Once
	backup, dot, run, anyToken *regexp.Regexp
	names, spread, tokens      []compiledRule
}

var secrets secretRules

func (s *secretRules) compile() {
	s.backup = regexp.MustCompile(backupPattern)
	s.dot = regexp.MustCompile(`(^|/)\.([^/]*)$`)
	s.run = regexp.MustCompile(`[\w.~+/=:$@-]{20,}`) // what a token is made of; no token is shorter
	for _, rule := range nameRules {
		compiled := compiledRule{what: rule.what, pattern: regexp.MustCompile("(?i)(?:^|/)(?:" + rule.names + ")$")}
		if rule.except != "" {
			compiled.except = regexp.MustCompile("(?i)" + rule.except)
		}
		s.names = append(s.names, compiled)
	}
	var tokens []string
	for _, rule := range contentRules {
		compiled := compiledRule{what: rule.what, pattern: regexp.MustCompile(rule.pattern), hasChecksum: rule.hasChecksum}
		if rule.except != "" {
			compiled.except = regexp.MustCompile("(?i)" + rule.except)
		}
		if rule.isSpread {
			s.spread = append(s.spread, compiled)
			continue
		}
		s.tokens = append(s.tokens, compiled)
		tokens = append(tokens, "(?:"+rule.pattern+")")
	}
	s.anyToken = regexp.MustCompile(strings.Join(tokens, "|"))
}

// secretByName says why a file with this path is probably a secret; empty if it is probably none. A copy is judged by
// the name of its original; Vim also puts a dot before that.
func secretByName(path string) string {
	secrets.once.Do(secrets.compile)
	original := secrets.backup.ReplaceAllString(path, "")
	spellings := []string{path}
	if original != path {
		spellings = append(spellings, original, secrets.dot.ReplaceAllString(original, "$1$2"))
	}
	for _, spelling := range spellings {
		for _, rule := range secrets.names {
			if rule.pattern.MatchString(spelling) && (rule.except == nil || !rule.except.MatchString(spelling)) {
				return rule.what
			}
		}
	}
	return ""
}

// secretByContent says why a file with this content is probably a secret.
func secretByContent(file io.Reader) (string, error) {
	secrets.once.Do(secrets.compile)
	text := make([]byte, 0, maxSecretBytes+searchChunkBytes)
	for searched := 0; searched < maxSearchedBytes; searched += searchChunkBytes {
		if len(text) > maxSecretBytes {
			text = append(text[:0], text[len(text)-maxSecretBytes:]...)
		}
		end := len(text)
		text = text[:end+searchChunkBytes]
		n, err := io.ReadFull(file, text[end:])
		text = text[:end+n]
		if what := secrets.find(text); what != "" {
			return "holds " + what, nil
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return "", nil
		}
		if err != nil {
			return "", err
		}
	}
	return "", nil
}

func (s *secretRules) find(text []byte) string {
	for _, rule := range s.spread {
		if rule.isIn(text) {
			return rule.what
		}
	}
	for _, run := range s.run.FindAll(text, -1) {
		if !s.anyToken.Match(run) {
			continue
		}
		for _, rule := range s.tokens {
			if rule.isIn(run) {
				return rule.what
			}
		}
	}
	return ""
}

// isIn: a key of a catalog ends with the CRC-32 of what is before.
func (r compiledRule) isIn(text []byte) bool {
	for _, found := range r.pattern.FindAll(text, -1) {
		at := strings.LastIndexByte(string(found), '_')
		isReal := !r.hasChecksum || fmt.Sprintf("_%08x", crc32.ChecksumIEEE(found[:at])) == string(found[at:])
		if isReal && (r.except == nil || !r.except.Match(found)) {
			return true
		}
	}
	return false
}
