package realmcatalog

import (
	"encoding/json"
	"reflect"
	"strings"
)

// Nullable is a value or null, in a body whose field may also be left out: a nil *Nullable is left out, Null takes away
// what was there, and Value sets it.
type Nullable[T any] struct{ value *T }

// Null takes away what was there.
func Null[T any]() *Nullable[T] { return &Nullable[T]{} }

// Value sets a field that may be null.
func Value[T any](value T) *Nullable[T] { return &Nullable[T]{value: &value} }

// MarshalJSON gives the value, or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) { return json.Marshal(n.value) }

// UnmarshalJSON reads the value, or null.
func (n *Nullable[T]) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &n.value) }

// marshalWithoutNil leaves out the fields of a struct that are nil, and keeps empty lists.
func marshalWithoutNil(body any) ([]byte, error) {
	value := reflect.ValueOf(body)
	fields := map[string]any{}
	for at := 0; at < value.NumField(); at++ {
		name, options, _ := strings.Cut(value.Type().Field(at).Tag.Get("json"), ",")
		field := value.Field(at)
		isOptional := options == "omitempty"
		if !isOptional || !isNil(field) {
			fields[name] = field.Interface()
		}
	}
	return json.Marshal(fields)
}

func isNil(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return value.IsNil()
	}
	return false
}
