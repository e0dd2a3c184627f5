// `mode: check`: whether a project could be updated, with a summary of what would change.
import { PassThrough } from 'node:stream';
import { createContext } from '../../cli/src/context.ts';
import { factsOf } from '../../cli/src/getting/fetch-archive.ts';
import { originOf } from '../../cli/src/getting/origin.ts';
import { isNewer } from '../../cli/src/getting/version-order.ts';
import { yankNotice, yankOf } from '../../cli/src/getting/yank.ts';
import { registryAddress } from '../../cli/src/settings/settings.ts';
import { gitStateOf } from '../../cli/src/updating/git-state.ts';
import { withVersions } from '../../cli/src/updating/open-versions.ts';
import { planUpdate } from '../../cli/src/updating/plan-update.ts';
import { readProject } from '../../cli/src/updating/read-project.ts';
import { codeText, reportedFile, summaryOf } from '../../cli/src/updating/report.ts';
import type { Inputs } from './inputs.ts';

type Environment = Record<string, string | undefined>;

export interface Check {
  slug: string;
  /** The newest version, and that of the project. */
  version: string;
  current: string;
  status: 'up_to_date' | 'outdated';
  /** Why the project should not stay as it is: its version was yanked, or the realm is deprecated. */
  warnings: string[];
  /** In Markdown; empty if the project is up to date. */
  summary: string;
  url: string;
}

/** `folder` is one that `realm get` or `realm new` has made. */
export async function checkProject(inputs: Inputs, folder: string, env: Environment): Promise<Check> {
  const context = contextOf(inputs, folder, env);
  const origin = await originOf(context, folder);
  const facts = await factsOf(context, { slug: origin.slug }, {});
  const { slug, version } = facts;
  const about = { slug, version, current: origin.version, url: `${origin.registry}/realms/${slug}` };
  const yank = await yankOf(context, origin);
  const notices = yank ? [yankNotice(origin, yank.reason, facts.sha256 && version)] : [];
  const warnings = [...notices, ...facts.warnings];
  const head = warnings.map((warning) => `${codeText(warning)}\n\n`).join('');
  if (!isNewer(version, origin.version))
    return { ...about, status: yank ? 'outdated' : 'up_to_date', summary: yank ? head : '', warnings };
  const tracked = (await gitStateOf(folder, context.signal).catch(() => undefined))?.tracked ?? [];
  const request = { folder, origin, facts, given: {}, isOffline: false };
  return withVersions(context, request, async ({ base, theirs }) => {
    const project = await readProject(folder, { base, theirs }, tracked);
    const files = planUpdate(base, project, theirs, { ours: 'yours', theirs: `${slug} ${version}` }).map(reportedFile);
    const { registry } = origin;
    const summary = summaryOf({ registry, slug, from: origin.version, to: version, files });
    return { ...about, status: 'outdated', summary: head + summary, warnings };
  });
}

const nowhere = () => new PassThrough().resume();

/** As of a command that nobody watches, and that prints nothing. */
function contextOf({ registry, token }: Inputs, folder: string, env: Environment) {
  const io = {
    stdin: nowhere(),
    stdout: nowhere(),
    stderr: nowhere(),
    env: { ...env, ...(token && { REALM_TOKEN: token }) },
    cwd: folder,
    signal: new AbortController().signal,
  };
  const address = registryAddress(registry, 'the input registry');
  return createContext(['update', '--check'], io, { registry: address, color: false, input: false, quiet: true });
}
