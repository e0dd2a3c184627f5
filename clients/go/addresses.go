package realmcatalog

import (
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

var (
	apiSuffix   = regexp.MustCompile(`(?:/v1(?:/api)?)?/*$`)
	credentials = regexp.MustCompile(`//[^/]*@`)
	parameter   = regexp.MustCompile(`\{(.+?)\}`)
)

// apiAddress is the address of the API, whichever of its spellings is given: with /v1, with /v1/api, or without both.
func apiAddress(baseURL string) (string, error) {
	address, err := url.Parse(baseURL)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		shown := credentials.ReplaceAllString(baseURL, "//")
		return "", invalid(fmt.Sprintf("The address is %q, and must be that of a catalog, such as https://catalog.example", shown))
	}
	path := apiSuffix.ReplaceAllString(address.EscapedPath(), "")
	return originOf(address) + path + "/v1/api", nil
}

// originOf is what a browser calls the origin.
func originOf(address *url.URL) string {
	host := strings.ToLower(address.Host)
	if port := address.Port(); port == "80" && address.Scheme == "http" || port == "443" && address.Scheme == "https" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return address.Scheme + "://" + host
}

// filledPath fills parameters into a path of the contract. One that has slashes keeps them.
func filledPath(path string, values []string, hasSlashes bool) (string, error) {
	var fault error
	at := 0
	filled := parameter.ReplaceAllStringFunc(path, func(name string) string {
		value := values[at]
		at++
		segments := []string{value}
		if hasSlashes && at == len(values) {
			segments = strings.Split(value, "/")
		}
		for index, segment := range segments {
			// A server would take these for another path: that of the list, or of the folder above.
			if segment == "" || segment == "." || segment == ".." {
				fault = badParameter(strings.Trim(name, "{}"))
			}
			segments[index] = encodeSegment(segment)
		}
		return strings.Join(segments, "/")
	})
	return filled, fault
}

func badParameter(field string) error {
	message := "must not be empty, . or .."
	fault := invalid(field + " " + message)
	fault.Errors = []FieldError{{Field: field, Message: message}}
	return fault
}

func encodeSegment(text string) string {
	var encoded strings.Builder
	for _, b := range []byte(text) {
		isPlain := b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || strings.IndexByte("-_.!~*'()", b) >= 0
		if isPlain {
			encoded.WriteByte(b)
		} else {
			fmt.Fprintf(&encoded, "%%%02X", b)
		}
	}
	return encoded.String()
}

// pair is a name and a value of a query. A list is repeated.
type pair struct{ name, value string }

// pairsOf gives what is not zero of a query.
func pairsOf(query any) []pair {
	value := reflect.ValueOf(query)
	if !value.IsValid() || value.IsNil() {
		return nil
	}
	var pairs []pair
	value = value.Elem()
	for at := 0; at < value.NumField(); at++ {
		name, _, _ := strings.Cut(value.Type().Field(at).Tag.Get("json"), ",")
		for _, text := range textsOf(value.Field(at)) {
			pairs = append(pairs, pair{name, text})
		}
	}
	return pairs
}

func textsOf(value reflect.Value) []string {
	if value.Kind() == reflect.Pointer && !value.IsNil() {
		return []string{strconv.FormatBool(value.Elem().Bool())}
	}
	if value.IsZero() {
		return nil
	}
	switch value.Kind() {
	case reflect.Slice:
		var texts []string
		for at := 0; at < value.Len(); at++ {
			texts = append(texts, value.Index(at).String())
		}
		return texts
	case reflect.Int:
		return []string{strconv.FormatInt(value.Int(), 10)}
	case reflect.Bool:
		return []string{strconv.FormatBool(value.Bool())}
	}
	return []string{value.String()}
}

// queryText has its question mark, or is empty.
func queryText(pairs []pair) string {
	var text strings.Builder
	for at, one := range pairs {
		text.WriteByte("?&"[boolIndex(at > 0)])
		text.WriteString(url.QueryEscape(one.name) + "=" + url.QueryEscape(one.value))
	}
	return text.String()
}

func boolIndex(is bool) int {
	if is {
		return 1
	}
	return 0
}
