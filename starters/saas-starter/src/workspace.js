// What a signed-in team does: its projects, its invitation and its plan.

import { newInviteCode, redirect } from './accounts.js';
import { errorPage, plansPage, workspacePage } from './pages.js';
import { plans } from './plans.js';

// Wraps an answer that only a signed-in account may have; everyone else is sent to sign in.
const forMembers = (answer) => (visit) =>
  visit.session.account ? answer({ ...visit, account: visit.session.account }) : redirect('/sign-in');

const forOwners = (answer) =>
  forMembers((visit) =>
    visit.account.isOwner
      ? answer(visit)
      : { status: 403, body: errorPage(visit.session, 'Only the owner of the team can do this.') },
  );

function page({ session, store, account }, error) {
  const projects = store.listProjects(account.teamId);
  const members = store.listMembers(account.teamId);
  return { status: error ? 422 : 200, body: workspacePage(session, { projects, members, error }) };
}

export const show = forMembers((visit) => page(visit));

export const addProject = forMembers((visit) => {
  const { store, account, form } = visit;
  const name = (form.get('name') ?? '').trim();
  const plan = plans[account.plan];
  if (name.length < 1 || name.length > 100) return page(visit, 'A project needs a name of at most 100 characters.');
  if (store.countProjects(account.teamId) >= plan.projects) {
    return page(visit, `The ${plan.name} plan has room for ${plan.projects} projects.`);
  }
  store.addProject(account.teamId, name, account.name);
  return redirect('/workspace');
});

export const toggleProject = forMembers(({ store, account, form }) => {
  store.toggleProject(account.teamId, Number(form.get('id')) || 0);
  return redirect('/workspace');
});

export const removeProject = forMembers(({ store, account, form }) => {
  store.removeProject(account.teamId, Number(form.get('id')) || 0);
  return redirect('/workspace');
});

// An old invitation stops working at once.
export const renewInvite = forOwners(({ store, account }) => {
  store.setInviteCode(account.teamId, newInviteCode());
  return redirect('/workspace');
});

export const showPlans = ({ session }) => ({ body: plansPage(session) });

// The place to ask a payment provider first: call it here, and set the plan when it confirms.
export const choosePlan = forOwners(({ session, store, account, form }) => {
  const plan = form.get('plan') ?? '';
  if (!Object.hasOwn(plans, plan)) return { status: 422, body: errorPage(session, 'There is no such plan.') };
  store.setPlan(account.teamId, plan);
  return redirect('/plans');
});
