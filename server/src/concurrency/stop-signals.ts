// The signals that ask a program to stop: SIGTERM of a service manager, SIGINT of Ctrl-C, SIGHUP when the terminal is closed.

export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
export type StopSignal = (typeof stopSignals)[number];

/**
 * Resolves with the first of them. From this call on, none ends the process by itself, the second one neither: Ctrl-C at `npm start` comes twice,
 * from the terminal and from npm.
 */
export function stopSignal(): Promise<StopSignal> {
  const { promise, resolve } = Promise.withResolvers<StopSignal>();
  for (const signal of stopSignals) process.on(signal, resolve);
  return promise;
}
