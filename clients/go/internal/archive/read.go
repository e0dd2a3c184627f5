package archive

// Read reads one archive from end to end, and gives its files to the receiver. It says which is the one folder that
// contains everything; empty where there is none. The error is a *Refusal if the archive breaks a rule. The receiver
// may have got files by then: only the end tells whether all is well.
func Read(source Source, size int64, limits Limits, receiver Receiver) (string, error) {
	l := openLedger(size, limits, receiver)
	start, err := readAt(source, size, 0, 2)
	if err != nil {
		return "", err
	}
	// Every record of a zip begins with these two bytes. What is no zip is read as gzip, whose reader says why it is none.
	if string(start) == "PK" {
		zip := &zipReader{source: source, size: size, ledger: l, chunk: make([]byte, 64<<10)}
		if err := zip.readAll(limits); err != nil {
			return "", err
		}
		return l.close()
	}
	stream, err := gunzip(source, size)
	if err != nil {
		return "", err
	}
	if err := readTar(stream, l); err != nil {
		return "", err
	}
	return l.close()
}
