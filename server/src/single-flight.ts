// Runs work of the same name once at a time: callers meanwhile get the same result.

export type SingleFlight<Result> = (name: string, work: () => Promise<Result>) => Promise<Result>;

export function singleFlight<Result>(): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>();
  return (name, work) => {
    const found = running.get(name);
    if (found) return found;
    const started = work().finally(() => running.delete(name));
    running.set(name, started);
    return started;
  };
}
