// What answers have named, so that later requests may ask for it: by the name of a field, by the list that it was in, and by who saw it.
import type { Known } from './values.ts';

const KEPT = 500;

export interface Memory {
  learn(caller: string, template: string, facts: unknown): void;
  /** The value itself, or what it stands for: of what this caller has seen, or of what anyone has. */
  recall(caller: string, given: unknown): unknown;
}

export function memory(): Memory {
  const kept = new Map<string, string[]>();

  function keep(name: string, value: string): void {
    const values = kept.get(name) ?? [];
    values.push(value);
    if (values.length > KEPT) values.shift();
    kept.set(name, values);
  }
  function walk(prefixes: string[], facts: unknown, name: string): void {
    if (typeof facts === 'string') for (const prefix of prefixes) keep(prefix + name, facts);
    else if (Array.isArray(facts)) for (const item of facts) walk(prefixes, item, name);
    else if (typeof facts === 'object' && facts !== null)
      for (const [key, one] of Object.entries(facts)) walk(prefixes, one, key);
  }
  return {
    learn: (caller, template, facts) => walk(['', `${template} `, `${caller}: ${template} `], facts, ''),
    recall(caller, given) {
      if (typeof given !== 'object' || given === null || !('known' in given)) return given;
      const { known, pick } = given as Known;
      const own = pick % 2 === 0 ? kept.get(`${caller}: ${known}`) : undefined;
      const values = own ?? kept.get(known) ?? [];
      return values.at(-1 - (pick % values.length)) ?? 'unknown';
    },
  };
}
