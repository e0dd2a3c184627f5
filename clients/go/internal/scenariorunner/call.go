package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	realmcatalog "realm-catalog.invalid/client"
)

func (o stepOptions) call() []realmcatalog.CallOption {
	var options []realmcatalog.CallOption
	if o.IdempotencyKey != "" {
		options = append(options, realmcatalog.WithIdempotencyKey(o.IdempotencyKey))
	}
	if o.Token != "" {
		options = append(options, realmcatalog.WithToken(o.Token))
	}
	return options
}

func resultOf(ctx context.Context, client *realmcatalog.Client, s step) (any, error) {
	slug, _ := s.Arguments["slug"].(string)
	version, _ := s.Arguments["version"].(string)
	query := &realmcatalog.DownloadRealmQuery{Version: version}
	switch s.Call {
	case "rateLimit":
		return client.RateLimit(), nil
	case "realms.publish":
		return client.Realms.Publish(ctx, slug, realmcatalog.ArchiveBytes(s.Archive), s.Options.call()...)
	case "realms.publishFolder":
		return publishFolder(ctx, client, slug, s)
	case "realms.upload":
		return client.Realms.Upload(ctx, slug, realmcatalog.ArchiveBytes(s.Archive), s.Options.Token)
	case "realms.downloadTo":
		if s.Unpack {
			return unpacked(ctx, client, slug, query, s.Options.call())
		}
		var content bytes.Buffer
		link, err := client.Realms.DownloadTo(ctx, slug, query, &content, s.Options.call()...)
		if err != nil {
			return nil, err
		}
		return values{"version": link.Version, "size": link.Size, "sha256": link.SHA256, "content": content.Bytes()}, nil
	}
	return callMethod(ctx, client, s)
}

// publishFolder leaves out the size and the digest of the archive, which are those of a compressor.
func publishFolder(ctx context.Context, client *realmcatalog.Client, slug string, s step) (any, error) {
	folder, _ := s.Arguments["folder"].(string)
	var files []string
	if named, ok := s.Arguments["files"].([]any); ok {
		for _, path := range named {
			files = append(files, fmt.Sprint(path))
		}
	}
	version, err := client.Realms.PublishFolder(ctx, slug, folder, files, s.Options.call()...)
	if err != nil {
		return nil, err
	}
	return values{"slug": version.Slug, "version": version.Version, "filesSha256": version.FilesSHA256}, nil
}

func unpacked(ctx context.Context, client *realmcatalog.Client, slug string, query *realmcatalog.DownloadRealmQuery, options []realmcatalog.CallOption) (any, error) {
	temporary, err := os.MkdirTemp("", "realm-scenario-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temporary)
	folder := filepath.Join(temporary, "realm")
	realm, err := client.Realms.DownloadFolder(ctx, slug, query, folder, options...)
	if err != nil {
		return nil, err
	}
	files := values{}
	for _, file := range realm.Files {
		if files[file.Path], err = os.ReadFile(filepath.Join(folder, filepath.FromSlash(file.Path))); err != nil {
			return nil, err
		}
	}
	return values{"files": files}, nil
}

// callMethod finds the method by its name in the API, in any case: “realms.openUpload” is Realms.OpenUpload.
func callMethod(ctx context.Context, client *realmcatalog.Client, s step) (any, error) {
	group, name, _ := strings.Cut(s.Call, ".")
	service := reflect.ValueOf(client).Elem().FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, group) })
	if !service.IsValid() {
		return nil, fmt.Errorf("there is no %s", group)
	}
	if s.Collect != nil {
		name = strings.TrimSuffix("all"+name, "list")
	}
	if s.Arguments["format"] == "csv" {
		name += "csv"
	}
	delete(s.Arguments, "format")
	for at := 0; at < service.NumMethod(); at++ {
		if strings.EqualFold(service.Type().Method(at).Name, name) {
			arguments, err := argumentsOf(ctx, service.Method(at).Type(), s)
			if err != nil {
				return nil, err
			}
			return answerOf(service.Method(at).Call(arguments), s.Collect)
		}
	}
	return nil, fmt.Errorf("there is no %s", s.Call)
}

// The parameters of paths, in the order in which they come.
var pathParameters = []string{"slug", "username", "id", "version", "path"}

func argumentsOf(ctx context.Context, method reflect.Type, s step) ([]reflect.Value, error) {
	arguments := []reflect.Value{reflect.ValueOf(ctx)}
	given := s.Arguments
	rest := values{}
	for name, value := range given {
		rest[name] = value
	}
	names := pathParameters
	for at := 1; at < method.NumIn()-1; at++ {
		if method.In(at).Kind() == reflect.String {
			value := ""
			for len(names) > 0 {
				name := names[0]
				names = names[1:]
				if text, ok := rest[name].(string); ok {
					value = text
					delete(rest, name)
					break
				}
			}
			arguments = append(arguments, reflect.ValueOf(value))
			continue
		}
		if method.In(at).Kind() != reflect.Pointer {
			return nil, errors.New("the method takes something else")
		}
		input := reflect.New(method.In(at).Elem())
		if err := json.Unmarshal(inputText(method.In(at).Elem(), rest), input.Interface()); err != nil {
			return nil, err
		}
		setNulls(input.Elem(), rest)
		arguments = append(arguments, input)
	}
	options := s.Options.call()
	if s.Collect != nil {
		options = append(options, realmcatalog.WithMax(*s.Collect))
	}
	for _, option := range options {
		arguments = append(arguments, reflect.ValueOf(option))
	}
	return arguments, nil
}

// setNulls: what is null is left out otherwise.
func setNulls(input reflect.Value, fields values) {
	for at := 0; at < input.NumField(); at++ {
		name, _, _ := strings.Cut(input.Type().Field(at).Tag.Get("json"), ",")
		value, isGiven := fields[name]
		if isGiven && value == nil && input.Field(at).Kind() == reflect.Pointer {
			input.Field(at).Set(reflect.New(input.Field(at).Type().Elem()))
		}
	}
}

// inputText: where a list is taken, one text is given as well.
func inputText(input reflect.Type, fields values) []byte {
	for at := 0; at < input.NumField(); at++ {
		name, _, _ := strings.Cut(input.Field(at).Tag.Get("json"), ",")
		if text, ok := fields[name].(string); ok && input.Field(at).Type.Kind() == reflect.Slice {
			fields[name] = []string{text}
		}
	}
	text, _ := json.Marshal(fields)
	return text
}

func answerOf(answer []reflect.Value, collect *int) (any, error) {
	if collect != nil {
		return collected(answer[0])
	}
	if err, ok := answer[len(answer)-1].Interface().(error); ok {
		return nil, err
	}
	if len(answer) == 1 {
		return nil, nil
	}
	if response, ok := answer[0].Interface().(*http.Response); ok {
		defer response.Body.Close()
		content, err := io.ReadAll(response.Body)
		return base64.StdEncoding.EncodeToString(content), err
	}
	return answer[0].Interface(), nil
}

func collected(iterate reflect.Value) (any, error) {
	items := []any{}
	var failure error
	yield := reflect.MakeFunc(iterate.Type().In(0), func(given []reflect.Value) []reflect.Value {
		if err, ok := given[1].Interface().(error); ok {
			failure = err
		} else {
			items = append(items, given[0].Interface())
		}
		return []reflect.Value{reflect.ValueOf(true)}
	})
	iterate.Call([]reflect.Value{yield})
	return items, failure
}
