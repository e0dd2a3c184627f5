// The checks of `realm doctor` on this machine: the program, and where and how it asks.
import { lookup } from 'node:dns/promises';
import type { CommandContext } from '../context.ts';
import { failureOf } from '../failure.ts';
import { proxyFor, proxyForPeople } from '../settings/proxy.ts';
import { readVersion } from '../version.ts';
import { bad, good, type Finding } from './finding.ts';

export function checkProgram(): Finding {
  return good('program', `version ${readVersion()} on Node ${process.versions.node}, ${process.platform}`);
}

export function checkAddress({ settings }: CommandContext): Finding {
  return good('address', `${settings.registry}, from ${settings.source}`);
}

export function checkProxy({ settings, env }: CommandContext): Finding {
  const proxy = proxyFor(settings.registry, env);
  return good('proxy', proxy ? `${proxyForPeople(proxy)}, from the environment` : 'none');
}

/** A proxy resolves names by itself. */
export async function checkName({ settings, env }: CommandContext): Promise<Finding> {
  const { hostname } = new URL(settings.registry);
  if (proxyFor(settings.registry, env)) return good('name', `${hostname}, resolved by the proxy`);
  try {
    const { address } = await lookup(hostname.replace(/^\[|\]$/g, ''));
    return good('name', `${hostname} is ${address}`);
  } catch (error) {
    const message = `${hostname} cannot be resolved: ${failureOf(error).message}`;
    return bad('name', 'network', message, 'Is the address of the catalog mistyped, or is this machine offline?');
  }
}
