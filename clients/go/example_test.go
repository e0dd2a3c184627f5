package realmcatalog_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	realmcatalog "realm-catalog.invalid/client"
)

// catalogOfExamples is a server with one realm.
func catalogOfExamples() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		realm := map[string]any{"id": "1", "slug": "markdown-blog", "name": "Markdown blog", "version": "1.0.0"}
		switch r.URL.Path {
		case "/v1/api/realms":
			answer(w, 200, map[string]any{"realms": []any{realm}, "pagination": map[string]any{"total": 1}})
		case "/v1/api/realms/markdown-blog":
			answer(w, 200, realm)
		default:
			problem(w, 404, "not_found")
		}
	}))
}

func ExampleRealmsService_List() {
	catalog := catalogOfExamples()
	defer catalog.Close()
	client, err := realmcatalog.New(catalog.URL)
	if err != nil {
		panic(err)
	}
	page, err := client.Realms.List(context.Background(), &realmcatalog.ListRealmsQuery{Search: "blog"})
	if err != nil {
		panic(err)
	}
	fmt.Println(page.Pagination.Total, page.Realms[0].Slug)
	// Output: 1 markdown-blog
}

// From Go 1.23: for realm, err := range client.Realms.All(ctx, nil) { … }
func ExampleRealmsService_All() {
	catalog := catalogOfExamples()
	defer catalog.Close()
	client, err := realmcatalog.New(catalog.URL)
	if err != nil {
		panic(err)
	}
	client.Realms.All(context.Background(), nil)(func(realm *realmcatalog.RealmSummary, err error) bool {
		if err != nil {
			panic(err)
		}
		fmt.Println(realm.Name)
		return true
	})
	// Output: Markdown blog
}

func ExampleError() {
	catalog := catalogOfExamples()
	defer catalog.Close()
	client, err := realmcatalog.New(catalog.URL)
	if err != nil {
		panic(err)
	}
	_, err = client.Realms.Get(context.Background(), "no-such-realm")
	var failure *realmcatalog.Error
	if errors.Is(err, realmcatalog.ErrNotFound) && errors.As(err, &failure) {
		fmt.Println(failure.Code, failure.Status)
	}
	// Output: not_found 404
}
