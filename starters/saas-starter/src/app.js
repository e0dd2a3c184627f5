// The plan of the service: which function answers which request, and what every answer has in common.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAttempts } from './attempts.js';
import * as accounts from './accounts.js';
import * as workspace from './workspace.js';
import { errorPage, homePage } from './pages.js';

const routes = {
  'GET /': ({ session }) => ({ body: homePage(session) }),
  'GET /sign-up': accounts.showSignUp,
  'POST /sign-up': accounts.signUp,
  'GET /sign-in': accounts.showSignIn,
  'POST /sign-in': accounts.signIn,
  'POST /sign-out': accounts.signOut,
  'GET /plans': workspace.showPlans,
  'POST /plans': workspace.choosePlan,
  'GET /workspace': workspace.show,
  'POST /workspace/invite': workspace.renewInvite,
  'POST /workspace/projects': workspace.addProject,
  'POST /workspace/projects/toggle': workspace.toggleProject,
  'POST /workspace/projects/remove': workspace.removeProject,
};

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

const stylesheet = readFileSync(join(import.meta.dirname, '..', 'public', 'style.css'));
const largestForm = 16 * 1024;

export function createApp({ store, sessions, attempts = createAttempts() }) {
  async function answer(request, session) {
    const url = URL.parse(request.url, 'http://localhost');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = url && routes[`${method} ${url.pathname}`];
    if (!route) return { status: 404, body: errorPage(session, 'There is nothing at this address.') };

    const form = method === 'POST' ? await readForm(request) : undefined;
    if (form === null) return { status: 413, body: errorPage(session, 'That was more than this form can take.') };
    if (form && !sessions.ownsForm(session, form.get('token') ?? '')) {
      return {
        status: 403,
        body: errorPage(session, 'This form has expired. Please go back, reload it and try again.'),
      };
    }
    return route({ store, sessions, session, attempts, form, query: url.searchParams, address: addressOf(request) });
  }

  return async function app(request, response) {
    if (request.url === '/style.css') {
      response.writeHead(200, { ...headers, 'Content-Type': 'text/css', 'Cache-Control': 'max-age=300' });
      return response.end(stylesheet);
    }
    const session = sessions.read(request);
    const reply = await answer(request, session).catch((error) => {
      console.error(error);
      return { status: 500, body: errorPage(session, 'Something went wrong on our side.') };
    });
    if (reply.cookie ?? session.cookie) response.setHeader('Set-Cookie', reply.cookie ?? session.cookie);
    response.writeHead(reply.status ?? 200, { ...headers, ...reply.headers });
    response.end(String(reply.body ?? ''));
  };
}

const addressOf = (request) => request.socket.remoteAddress ?? 'unknown';

// Reads to the end even when it is too much, keeping nothing more, so that the visitor gets an answer.
async function readForm(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= largestForm) chunks.push(chunk);
  }
  return size > largestForm ? null : new URLSearchParams(Buffer.concat(chunks).toString());
}
