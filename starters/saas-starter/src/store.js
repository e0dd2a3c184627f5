// Everything the service remembers: one SQLite file, and one function for each thing we ask of it.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const schema = `
  create table if not exists teams (
    id integer primary key, name text not null, plan text not null default 'free', invite_code text not null unique
  ) strict;
  create table if not exists accounts (
    id integer primary key, team_id integer not null references teams, name text not null,
    email text not null unique collate nocase, password_hash text not null, is_owner integer not null
  ) strict;
  create table if not exists sessions (
    id_hash text primary key, account_id integer not null references accounts, expires_at integer not null
  ) strict;
  create table if not exists projects (
    id integer primary key, team_id integer not null references teams, name text not null,
    created_by text not null, done integer not null default 0
  ) strict;
  create index if not exists projects_by_team on projects (team_id);
  create index if not exists accounts_by_team on accounts (team_id);
`;

const accountColumns = `
  accounts.id, accounts.name, accounts.email, accounts.password_hash as passwordHash, accounts.is_owner as isOwner,
  teams.id as teamId, teams.name as teamName, teams.plan, teams.invite_code as inviteCode`;

export function openStore(folder) {
  mkdirSync(folder, { recursive: true });
  const db = new DatabaseSync(join(folder, 'saas.db'));
  db.exec('pragma journal_mode = wal; pragma foreign_keys = on; pragma busy_timeout = 5000;');
  db.exec(schema);

  const get = (sql, ...values) => db.prepare(sql).get(...values);
  const all = (sql, ...values) => db.prepare(sql).all(...values);
  const run = (sql, ...values) => db.prepare(sql).run(...values);

  return {
    close: () => db.close(),

    addTeam: (name, inviteCode) =>
      Number(run('insert into teams (name, invite_code) values (?, ?)', name, inviteCode).lastInsertRowid),
    findTeamByInvite: (code) => get('select id, name from teams where invite_code = ?', code),
    setPlan: (teamId, plan) => run('update teams set plan = ? where id = ?', plan, teamId),
    setInviteCode: (teamId, code) => run('update teams set invite_code = ? where id = ?', code, teamId),

    addAccount({ teamId, name, email, passwordHash, isOwner }) {
      const sql = 'insert into accounts (team_id, name, email, password_hash, is_owner) values (?, ?, ?, ?, ?)';
      return Number(run(sql, teamId, name, email, passwordHash, Number(isOwner)).lastInsertRowid);
    },
    findAccountByEmail: (email) =>
      get(`select ${accountColumns} from accounts join teams on teams.id = team_id where email = ?`, email),
    listMembers: (teamId) => all('select name, email, is_owner as isOwner from accounts where team_id = ?', teamId),

    addSession: (idHash, accountId, expiresAt) =>
      run('insert into sessions (id_hash, account_id, expires_at) values (?, ?, ?)', idHash, accountId, expiresAt),
    removeSession: (idHash) => run('delete from sessions where id_hash = ?', idHash),
    removeExpiredSessions: (now) => run('delete from sessions where expires_at <= ?', now),
    findAccountBySession: (idHash, now) =>
      get(
        `select ${accountColumns} from sessions join accounts on accounts.id = account_id
         join teams on teams.id = team_id where id_hash = ? and expires_at > ?`,
        idHash,
        now,
      ),

    // The team is part of every statement, so one team can never reach another's projects.
    addProject: (teamId, name, createdBy) =>
      run('insert into projects (team_id, name, created_by) values (?, ?, ?)', teamId, name, createdBy),
    toggleProject: (teamId, id) => run('update projects set done = 1 - done where team_id = ? and id = ?', teamId, id),
    removeProject: (teamId, id) => run('delete from projects where team_id = ? and id = ?', teamId, id),
    countProjects: (teamId) => get('select count(*) as count from projects where team_id = ?', teamId).count,
    listProjects: (teamId) =>
      all(
        'select id, name, created_by as createdBy, done from projects where team_id = ? order by done, id desc',
        teamId,
      ),
  };
}
