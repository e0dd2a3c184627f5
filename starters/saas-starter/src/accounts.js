// Signing up, signing in and signing out.

import { randomBytes } from 'node:crypto';
import { checkPassword, hashPassword, nobodysHash } from './passwords.js';
import { signInPage, signUpPage } from './pages.js';

export const newInviteCode = () => randomBytes(16).toString('base64url');
export const redirect = (location, cookie) => ({ status: 303, headers: { Location: location }, cookie });

export function showSignUp({ session, store, query }) {
  const invite = query.get('invite') ?? '';
  return { body: signUpPage(session, { invite, team: store.findTeamByInvite(invite) }) };
}

export async function signUp({ session, sessions, store, form }) {
  const values = readValues(form, ['name', 'email', 'teamName', 'invite']);
  const password = form.get('password') ?? '';
  const team = store.findTeamByInvite(values.invite);
  const refuse = (error) => ({ status: 422, body: signUpPage(session, { ...values, team, error }) });

  if (values.name.length < 1 || values.name.length > 80) return refuse('Please tell us your name.');
  if (!/^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/.test(values.email) || values.email.length > 254) {
    return refuse('That does not look like an e-mail address.');
  }
  if (password.length < 10 || password.length > 200) return refuse('A password has 10 to 200 characters.');
  if (!team && (values.teamName.length < 1 || values.teamName.length > 80)) return refuse('Please name your team.');

  const passwordHash = await hashPassword(password);
  // Nothing waits between this question and the insert, so two sign-ups cannot both hear "no".
  if (store.findAccountByEmail(values.email)) return refuse('There is already an account with that e-mail.');
  const teamId = team?.id ?? store.addTeam(values.teamName, newInviteCode());
  const accountId = store.addAccount({ ...values, teamId, passwordHash, isOwner: !team });
  return redirect('/workspace', sessions.signIn(session, accountId).cookie);
}

export const showSignIn = ({ session }) => ({ body: signInPage(session, {}) });

export async function signIn({ session, sessions, store, form, attempts, address }) {
  const { email } = readValues(form, ['email']);
  const key = `${address} ${email.toLowerCase()}`;
  if (!attempts.allow(key)) {
    const error = 'Too many attempts. Please wait a quarter of an hour and try again.';
    return { status: 429, body: signInPage(session, { email, error }) };
  }
  const account = store.findAccountByEmail(email);
  const isRight = await checkPassword((form.get('password') ?? '').slice(0, 200), account?.passwordHash ?? nobodysHash);
  if (!account || !isRight) {
    return { status: 422, body: signInPage(session, { email, error: 'That e-mail and password do not match.' }) };
  }
  attempts.forget(key);
  return redirect('/workspace', sessions.signIn(session, account.id).cookie);
}

export const signOut = ({ session, sessions }) => redirect('/', sessions.signOut(session).cookie);

const readValues = (form, names) => Object.fromEntries(names.map((name) => [name, (form.get(name) ?? '').trim()]));
