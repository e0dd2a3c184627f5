// The first lines of a program with the client of each language: it lists, searches, downloads and publishes realms. The tests run them.

/** What the programs assume: `REALM_TOKEN` has an API key, `blog` is there, and `my-blog` is one's own. */
export const clientExamples: Record<'typescript' | 'python' | 'go', (publicUrl: string) => string> = {
  typescript: (publicUrl) => `import { readFile } from 'node:fs/promises';
import { createClient } from '@realm-catalog/client';
import { downloadRealm } from '@realm-catalog/client/node';

const token = process.env.REALM_TOKEN;
const client = createClient({ baseUrl: '${publicUrl}', token });

const all = client.realms.list({ tags: ['api'] });
for await (const realm of all) console.log(realm.slug);
const found = await client.realms.list({ q: 'blog' });
console.log(found.pagination.total);
await downloadRealm(client, 'blog', { to: 'my-app' });
const archive = await readFile('my-blog.tar.gz');
const published = await client.realms.publish('my-blog', archive);
console.log(published.version);`,

  python: (publicUrl) => `import os
from realm_catalog import Client

token = os.environ.get("REALM_TOKEN")
client = Client("${publicUrl}", token=token)

for realm in client.realms.list(tags=["api"]):
    print(realm.slug)
found = client.realms.list(q="blog")
print(found.pagination.total)
client.realms.download("blog", to="my-app", unpack=True)
archive = "my-blog.tar.gz"
published = client.realms.publish("my-blog", archive=archive)
print(published.version)`,

  go: (publicUrl) => `token := realmcatalog.WithToken(os.Getenv("REALM_TOKEN"))
client, err := realmcatalog.New("${publicUrl}", token)
if err != nil {
	return err
}
query := realmcatalog.ListRealmsQuery{Tags: []string{"api"}}
all := client.Realms.All(ctx, &query)
all(func(realm *realmcatalog.RealmSummary, err error) bool {
	fmt.Println(realm.Slug)
	return err == nil
})
query = realmcatalog.ListRealmsQuery{Q: "blog"}
found, err := client.Realms.List(ctx, &query)
if err != nil {
	return err
}
fmt.Println(found.Pagination.Total)
_, err = client.Realms.DownloadFolder(ctx, "blog", nil, "my-app")
if err != nil {
	return err
}
archive, err := realmcatalog.ArchiveFile("my-blog.tar.gz")
if err != nil {
	return err
}
published, err := client.Realms.Publish(ctx, "my-blog", archive)
if err != nil {
	return err
}
fmt.Println(published.Version)`,
};
