package archive

import (
	_ "embed" // the table of folded names
	"sort"
	"strconv"
	"strings"
)

//go:embed folding.txt
var foldingTable string

// The iota below is the one combining mark that becomes a letter, after marks are sorted.
const (
	iotaMark   = '\u0345'
	iotaLetter = '\u0399'
)

// folding knows the form in which file systems compare names that ignore case and composition (NTFS, APFS, HFS+):
// ß is SS, ς is Σ, the Kelvin sign is K.
type folding struct {
	characters map[rune][]rune
	// marks has the classes of combining marks, by which a run of them is sorted.
	marks map[rune]int
}

func (f *folding) read() {
	f.characters, f.marks = make(map[rune][]rune, 3000), map[rune]int{iotaMark: 1 << 30}
	for _, line := range strings.Split(foldingTable, "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
		case words[0] == "mark":
			class, _ := strconv.Atoi(words[1])
			for _, mark := range runesOf(words[2:]) {
				f.marks[mark] = class
			}
		default:
			runes := runesOf(words)
			f.characters[runes[0]] = runes[1:]
		}
	}
}

func runesOf(words []string) []rune {
	runes := make([]rune, len(words))
	for at, word := range words {
		number, _ := strconv.ParseInt(word, 16, 32)
		runes[at] = rune(number)
	}
	return runes
}

func (f *folding) fold(name string) string {
	if isASCII([]byte(name)) {
		return strings.ToUpper(name)
	}
	if f.characters == nil { // most archives have no other names
		f.read()
	}
	var runes []rune
	for _, r := range name {
		if parts, ok := f.characters[r]; ok {
			runes = append(runes, parts...)
		} else {
			runes = appendHangul(runes, r)
		}
	}
	for from := 0; from < len(runes); {
		to := from
		for to < len(runes) && f.marks[runes[to]] > 0 {
			to++
		}
		run := runes[from:to]
		sort.SliceStable(run, func(i, j int) bool { return f.marks[run[i]] < f.marks[run[j]] })
		from = to + 1
	}
	for at, r := range runes {
		if r == iotaMark {
			runes[at] = iotaLetter
		}
	}
	return string(runes)
}

// appendHangul takes a syllable of Hangul apart, as section 3.12 of the Unicode standard computes it.
func appendHangul(runes []rune, r rune) []rune {
	const first, leading, vowel, trailing = 0xAC00, 0x1100, 0x1161, 0x11A7
	const vowels, trailings, count = 21, 28, 11172
	at := r - first
	if at < 0 || at >= count {
		return append(runes, r)
	}
	runes = append(runes, leading+at/(vowels*trailings), vowel+at%(vowels*trailings)/trailings)
	if end := at % trailings; end > 0 {
		runes = append(runes, trailing+end)
	}
	return runes
}
