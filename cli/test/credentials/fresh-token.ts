// A process for tests: prints the token of a registry, as a command would send it.
import { credentialStore } from '../../src/credentials/credential-store.ts';

const [registry = '', folder = ''] = process.argv.slice(2);
const found = await credentialStore(folder, process.env).fresh({ baseUrl: registry, fetch, userAgent: 'test' });
process.stdout.write(found?.credential.token ?? '');
