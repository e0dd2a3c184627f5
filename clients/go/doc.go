// Package realmcatalog is the client of a realm catalog: it lists, searches, reads, downloads and publishes realms.
//
//	import realmcatalog "realm-catalog.invalid/client"
//
//	client, err := realmcatalog.New("https://catalog.example")
//	page, err := client.Realms.List(ctx, &realmcatalog.ListRealmsQuery{Search: "blog"})
//
// Every operation of the API is a method of one of the services of a [Client]. A method takes a context, the parameters
// of the path, the query or the body, and options. A query or a body that is nil is an empty one. Requests leave out
// what is zero; only in the bodies of changes (UpdateRealmBody), nothing differs from zero: their fields are pointers,
// which [Ptr] makes, nil leaves a field as it is, and what may be null is a [Nullable]. A list that is nil is left as
// it is, and an empty one takes away what was there.
//
// Errors of the catalog and of the network are an [*Error], whose kind errors.Is tells: errors.Is(err, ErrNotFound). A
// context that ends gives its own error. No error, and nothing else that the client gives, holds its token.
package realmcatalog
