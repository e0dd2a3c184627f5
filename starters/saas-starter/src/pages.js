// The pages people see.

import { html } from './html.js';
import { plans } from './plans.js';

const brand = 'SaaS Starter';

export function homePage(session) {
  return layout(
    session,
    'Welcome',
    html`<section class="hero">
      <h1>One calm place for your team’s projects.</h1>
      <p>Create a team, invite the others with a link, and see what is going on.</p>
      <p>
        ${
          session.account
            ? html`<a class="button" href="/workspace">Open your workspace</a>`
            : html`<a class="button" href="/sign-up">Create a team</a>
                <a class="button quiet" href="/sign-in">Sign in</a>`
        }
      </p>
    </section>`,
  );
}

export function signUpPage(session, { name, email, teamName, invite, team, error }) {
  return layout(
    session,
    team ? `Join ${team.name}` : 'Create your team',
    html`<section class="narrow card">
      <h1>${team ? `Join ${team.name}` : 'Create your team'}</h1>
      ${alert(error)}
      <form method="post" action="/sign-up">
        ${token(session)}
        ${field({ label: 'Your name', name: 'name', value: name, autocomplete: 'name', maxlength: 80 })}
        ${field({ label: 'E-mail', name: 'email', type: 'email', value: email, autocomplete: 'email' })}
        ${field({ label: 'Password', name: 'password', type: 'password', autocomplete: 'new-password', minlength: 10 })}
        ${
          team
            ? html`<input type="hidden" name="invite" value="${invite}" />`
            : field({
                label: 'Team name',
                name: 'teamName',
                value: teamName,
                autocomplete: 'organization',
                maxlength: 80,
              })
        }
        <button>${team ? 'Join the team' : 'Create the team'}</button>
      </form>
      <p class="soft">Already with us? <a href="/sign-in">Sign in</a></p>
    </section>`,
  );
}

export function signInPage(session, { email, error }) {
  return layout(
    session,
    'Sign in',
    html`<section class="narrow card">
      <h1>Sign in</h1>
      ${alert(error)}
      <form method="post" action="/sign-in">
        ${token(session)}
        ${field({ label: 'E-mail', name: 'email', type: 'email', value: email, autocomplete: 'email' })}
        ${field({ label: 'Password', name: 'password', type: 'password', autocomplete: 'current-password' })}
        <button>Sign in</button>
      </form>
      <p class="soft">New here? <a href="/sign-up">Create a team</a></p>
    </section>`,
  );
}

export function workspacePage(session, { projects, members, error }) {
  const { account } = session;
  return layout(
    session,
    account.teamName,
    html`<h1>${account.teamName}</h1>
      <p class="soft">
        Hello ${account.name}. Your team is on the <a href="/plans">${plans[account.plan].name} plan</a>.
      </p>
      <div class="columns">
        <section class="card">
          <h2>Projects</h2>
          ${alert(error)}
          <form method="post" action="/workspace/projects" class="inline">
            ${token(session)}
            <input
              name="name"
              aria-label="Name of the new project"
              placeholder="A new project"
              required
              maxlength="100"
            />
            <button>Add</button>
          </form>
          ${projects.length === 0 ? html`<p class="soft">Nothing yet. Add the first one above.</p>` : ''}
          <ul class="rows">
            ${projects.map((project) => projectRow(session, project))}
          </ul>
        </section>
        <section class="card">
          <h2>People</h2>
          <ul class="rows">
            ${members.map(
              (member) =>
                html`<li>
                  <span>${member.name}<br /><small>${member.email}</small></span>
                  ${member.isOwner ? html`<span class="badge">owner</span>` : ''}
                </li>`,
            )}
          </ul>
          <p><a href="/sign-up?invite=${account.inviteCode}">Invitation link</a> <small>Copy it and send it.</small></p>
          ${
            account.isOwner
              ? html`<form method="post" action="/workspace/invite">
                  ${token(session)}<button class="quiet">Make a new link</button>
                </form>`
              : ''
          }
        </section>
      </div>`,
  );
}

function projectRow(session, { id, name, createdBy, done }) {
  const change = (action, label, text) =>
    html`<form method="post" action="/workspace/projects/${action}">
      ${token(session)}<input type="hidden" name="id" value="${id}" />
      <button class="quiet small" aria-label="${label} ${name}">${text}</button>
    </form>`;
  return html`<li class="${done ? 'done' : ''}">
    <span>${name}<br /><small>by ${createdBy}</small></span>
    <span class="actions">
      ${done ? change('toggle', 'Reopen', 'Reopen') : change('toggle', 'Finish', 'Finish')}
      ${change('remove', 'Remove', 'Remove')}
    </span>
  </li>`;
}

export function plansPage(session) {
  const { account } = session;
  return layout(
    session,
    'Plans',
    html`<h1>Plans</h1>
      <p class="soft">Change at any time. Prices are per team and month.</p>
      <div class="plans">
        ${Object.entries(plans).map(
          ([key, plan]) =>
            html`<section class="card ${account?.plan === key ? 'chosen' : ''}">
              <h2>${plan.name}</h2>
              <p class="price">${plan.price}</p>
              <p>${plan.promise}</p>
              ${planAction(session, key, plan)}
            </section>`,
        )}
      </div>`,
  );
}

function planAction(session, key, plan) {
  if (!session.account) return html`<a class="button quiet" href="/sign-up">Begin</a>`;
  if (session.account.plan === key) return html`<p class="badge">Your plan</p>`;
  if (!session.account.isOwner) return '';
  return html`<form method="post" action="/plans">
    ${token(session)}<input type="hidden" name="plan" value="${key}" />
    <button class="quiet">Choose ${plan.name}</button>
  </form>`;
}

export function errorPage(session, message) {
  return layout(
    session,
    'Sorry',
    html`<section class="narrow">
      <h1>Sorry</h1>
      <p>${message}</p>
      <p><a href="/">Back to the start</a></p>
    </section>`,
  );
}

const alert = (message) => message && html`<p class="alert" role="alert">${message}</p>`;
const token = (session) => html`<input type="hidden" name="token" value="${session.formToken}" />`;

function field({ label, name, type = 'text', value = '', autocomplete, minlength = 1, maxlength = 200 }) {
  return html`<label>
    ${label}
    <input
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      minlength="${minlength}"
      maxlength="${maxlength}"
      required
    />
  </label>`;
}

function layout(session, title, content) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${brand}</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>
          <a class="brand" href="/">${brand}</a>
          <nav>
            <a href="/plans">Plans</a>
            ${
              session.account
                ? html`<a href="/workspace">Workspace</a>
                    <form method="post" action="/sign-out">
                      ${token(session)}<button class="link">Sign out</button>
                    </form>`
                : html`<a href="/sign-in">Sign in</a>`
            }
          </nav>
        </header>
        <main>${content}</main>
      </body>
    </html>`;
}
