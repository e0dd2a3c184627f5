// Who is asking: a signed cookie names the visit, and a row in the store says which account it is signed in to.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const lifetimeMs = 30 * 24 * 60 * 60_000;

const hash = (id) => createHash('sha256').update(id).digest('base64url');

export function createSessions({ store, secret, secure }) {
  const name = secure ? '__Host-session' : 'session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetimeMs / 1000}${secure ? '; Secure' : ''}`;
  const sign = (purpose, id) => createHmac('sha256', secret).update(`${purpose}:${id}`).digest('base64url');

  function begin() {
    const id = randomBytes(24).toString('base64url');
    return { id, formToken: sign('form', id), cookie: `${name}=${id}.${sign('cookie', id)}; ${attributes}` };
  }

  return {
    // Every visitor has a session, signed in or not, so that every form can be protected.
    read(request) {
      const [id, signature] = (readCookie(request, name) ?? '').split('.');
      if (!id || !signature || !isSame(signature, sign('cookie', id))) return begin();
      return { id, formToken: sign('form', id), account: store.findAccountBySession(hash(id), Date.now()) };
    },

    // A form is ours when it carries the token we put into it for this very visit.
    ownsForm: (session, token) => isSame(token, session.formToken),

    // Signing in always begins a new session, so that a planted cookie is worth nothing.
    signIn(session, accountId) {
      const next = begin();
      store.removeSession(hash(session.id));
      store.removeExpiredSessions(Date.now());
      store.addSession(hash(next.id), accountId, Date.now() + lifetimeMs);
      return next;
    },

    signOut(session) {
      store.removeSession(hash(session.id));
      return begin();
    },
  };
}

// The signing key is made on the first start and kept beside the data, readable by its owner only.
export function loadSecret(folder) {
  const path = join(folder, 'secret');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}

function readCookie(request, name) {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

function isSame(given, expected) {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
