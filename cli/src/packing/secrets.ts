// Finds files that should not be published: by names that are used for secrets, and by tokens and keys in them.
import { open } from 'node:fs/promises';
import { join } from 'node:path';

export interface FoundSecret {
  path: string;
  /** Continues a sentence that begins with the path. */
  reason: string;
}

/** Names of files that hold secrets by convention. Examples of `.env` are made to be published. */
const ENV_FILE = /(^|\/)\.env(rc|\.[^/]+)?$|\.env$/i;
const ENV_EXAMPLE =
  /\.(example|sample|template|dist|defaults?)$|(^|[./-])(example|sample|template|dist|defaults?)\.env$/i;
const SECRET_FILE =
  /(^|\/)(\.netrc|\.git-credentials|\.pgpass|\.htpasswd|id_(rsa|dsa|ecdsa|ed25519)|\.aws\/credentials)$|\.(p12|pfx|jks|keystore)$/i;

/** Every expression is linear, and finds something of a bounded length. */
const CONTENTS: [name: string, pattern: RegExp][] = [
  ['a private key', /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/],
  ['a key of a catalog', /\brlm_[a-z]{2,10}_[0-9A-Za-z]{20,200}/],
  ['a token of GitHub', /\b(?:gh[pousr]_[0-9A-Za-z]{36}|github_pat_[0-9A-Za-z_]{40})/],
  ['a token of GitLab', /\bglpat-[0-9A-Za-z_-]{20}/],
  ['a token of npm', /\bnpm_[0-9A-Za-z]{36}/],
  ['a login of npm', /(?:^|:)_(?:authToken|auth|password)[ \t]{0,8}=[ \t]{0,8}["']?[0-9A-Za-z+/=-]{8}/m],
  ['a key of Anthropic or OpenAI', /\bsk-(?:ant|proj|svcacct)-[0-9A-Za-z_-]{20}/],
  ['a JSON Web Token', /\beyJ[0-9A-Za-z_-]{10,200}\.eyJ[0-9A-Za-z_-]{10}/],
  ['a key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a key of Google', /\bAIza[0-9A-Za-z_-]{35}/],
  ['a key of Stripe', /\b[rs]k_live_[0-9A-Za-z]{20}/],
  ['a token of Slack', /\bxox[abeprs]-[0-9A-Za-z-]{20}/],
];
const CHUNK_BYTES = 64 * 1_024;
/** Longer than everything that is looked for, so that nothing is missed between two chunks. */
const OVERLAP_BYTES = 256;

export async function findSecrets(folder: string, files: string[], signal: AbortSignal): Promise<FoundSecret[]> {
  const found: FoundSecret[] = [];
  const chunk = Buffer.alloc(CHUNK_BYTES); // one for all files, so that memory does not grow with their number
  for (const path of files) {
    signal.throwIfAborted();
    const reason = reasonByName(path) ?? (await reasonByContent(join(folder, path), chunk));
    if (reason) found.push({ path, reason });
  }
  return found;
}

function reasonByName(path: string): string | undefined {
  if (ENV_FILE.test(path) && !ENV_EXAMPLE.test(path)) return 'is a file of settings that usually holds secrets';
  return SECRET_FILE.test(path) ? 'has the name of a file with secrets' : undefined;
}

async function reasonByContent(file: string, chunk: Buffer): Promise<string | undefined> {
  const handle = await open(file);
  try {
    let end = '';
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES);
      if (bytesRead === 0) return undefined;
      const text = end + chunk.toString('latin1', 0, bytesRead);
      const [name] = CONTENTS.find(([, pattern]) => pattern.test(text)) ?? [];
      if (name) return `holds ${name}`;
      end = text.slice(-OVERLAP_BYTES);
    }
  } finally {
    await handle.close();
  }
}
