// The process that reads one archive, and prints what it found: what is too much for it harms nobody but itself.
import { writeFileSync } from 'node:fs';
import { readArchive, type Order } from './read-archive.ts';

// The server holds the other end: when that closes, the server is gone, even where it was killed.
process.stdin.once('end', () => process.exit(1)).resume();
process.stdin.unref();

const order = JSON.parse(String(process.argv[2])) as Order;
writeFileSync(1, JSON.stringify(await readArchive(order)));
