// A process for tests: prints the token of a registry, as a command would send it.
import { storedCredentials } from '../../src/credentials/stored-credentials.ts';

const [registry = '', folder = ''] = process.argv.slice(2);
const token = await storedCredentials(folder, process.env).freshToken({ registry, fetch, userAgent: 'test' });
process.stdout.write(token ?? '');
