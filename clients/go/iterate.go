package realmcatalog

import (
	"context"
	"strconv"
)

const (
	// More than a page of any list has: the catalog applies the largest that the list allows.
	pageSize = 1000
	// A list may grow faster than it is read, or a server may never end it: pages without a new item, one after the
	// other, end the iteration.
	maxStalePages = 3
)

// all iterates over the items of a list, page by page. An item that moves to the next page while pages are read is given
// once.
func all[Page, Item any](
	ctx context.Context, c *Client, r request, options []CallOption,
	contents func(*Page) ([]Item, bool, string), key func(*Item) string,
) func(yield func(*Item, error) bool) {
	given := pairsOf(r.query)
	max := c.transport.call.with(options).max
	return func(yield func(*Item, error) bool) {
		seen := map[string]bool{}
		offset := offsetOf(given)
		var next []pair
		for stale := 0; (max == 0 || len(seen) < max) && stale < maxStalePages; {
			size := pageSize
			if max > 0 && max-len(seen) < size {
				size = max - len(seen)
			}
			r := r
			r.query = merged([]pair{{"limit", strconv.Itoa(size)}}, given, next)
			page, err := ask[Page](ctx, c, r, options)
			if err != nil {
				yield(nil, err)
				return
			}
			items, hasMore, after := contents(page)
			stale++
			for at := range items {
				item := &items[at]
				if seen[key(item)] || max > 0 && len(seen) == max {
					continue
				}
				stale = 0
				seen[key(item)] = true
				if !yield(item, nil) {
					return
				}
			}
			if !hasMore || len(items) == 0 {
				return
			}
			offset += len(items)
			next = []pair{{"offset", strconv.Itoa(offset)}}
			if after != "" {
				next = []pair{{"before", after}}
			}
		}
	}
}

func offsetOf(pairs []pair) int {
	for _, one := range pairs {
		if one.name == "offset" {
			offset, _ := strconv.Atoi(one.value)
			return offset
		}
	}
	return 0
}

// merged has the pairs of all lists; a name of a later list takes the place of the same name before.
func merged(lists ...[]pair) []pair {
	var all []pair
	for _, list := range lists {
		names := map[string]bool{}
		for _, one := range list {
			names[one.name] = true
		}
		kept := all[:0:0]
		for _, one := range all {
			if !names[one.name] {
				kept = append(kept, one)
			}
		}
		all = append(kept, list...)
	}
	return all
}
