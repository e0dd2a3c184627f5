package realmcatalog

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

// The samples are those of the client of TypeScript.
func TestSecretSamples(t *testing.T) {
	list := os.Getenv("SECRET_SAMPLES")
	if list == "" {
		t.Skip("SECRET_SAMPLES names no list of them")
	}
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	var samples []struct{ Root, Path string }
	if err := json.Unmarshal(text, &samples); err != nil {
		t.Fatal(err)
	}
	reasons := make([]string, len(samples))
	for at, one := range samples {
		if reasons[at], err = secretIn(one.Root, one.Path); err != nil {
			t.Fatal(err)
		}
	}
	printed, _ := json.Marshal(reasons)
	fmt.Println(string(printed))
}
