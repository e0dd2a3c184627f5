// Options that may also be given as the number of the most common of them.

/** Those that are given last win; a number stands for the option of this name. */
export function withDefaults<Options extends object>(
  defaults: Options,
  name: keyof Options,
  ...given: (number | Partial<Options> | undefined)[]
): Options {
  return Object.assign({}, defaults, ...given.map((one) => (typeof one === 'number' ? { [name]: one } : one)));
}
