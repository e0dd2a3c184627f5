// Options that may also be given as the number of the most common of them.

/** Those that are given last win; a number stands for the option of this name, and an option that is undefined is not given. */
export function withDefaults<Options extends object>(
  defaults: Options,
  name: keyof Options,
  ...given: (number | { [K in keyof Options]?: Options[K] | undefined } | undefined)[]
): Options {
  const entries = given.flatMap((one) => Object.entries(typeof one === 'number' ? { [name]: one } : (one ?? {})));
  return { ...defaults, ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)) };
}
