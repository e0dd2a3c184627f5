// Runs work of the same name once at a time: callers meanwhile get the same result. The work is aborted when all callers have left.

/** A caller leaves when its signal is aborted, and stays to the end without one. The work gets a signal that is aborted when nobody waits. */
export type SingleFlight<Result> = (
  name: string,
  work: (signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>;

interface Flight<Result> {
  result: Promise<Result>;
  callers: number;
  abort: (reason: unknown) => void;
}

export function singleFlight<Result>(): SingleFlight<Result> {
  const flights = new Map<string, Flight<Result>>();

  function start(name: string, work: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const controller = new AbortController();
    const remove = () => void (flights.get(name) === flight && flights.delete(name));
    const result = work(controller.signal).finally(remove);
    const flight: Flight<Result> = {
      result,
      callers: 0,
      abort(reason) {
        remove(); // whoever asks from now on begins anew
        controller.abort(reason);
      },
    };
    flights.set(name, flight);
    return flight;
  }

  return (name, work, signal) => {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const flight = flights.get(name) ?? start(name, work);
    flight.callers += 1;
    return signal ? untilLeft(flight, signal) : flight.result;
  };
}

async function untilLeft<Result>(flight: Flight<Result>, signal: AbortSignal): Promise<Result> {
  const left = Promise.withResolvers<never>();
  const leave = () => {
    left.reject(signal.reason);
    flight.callers -= 1;
    if (flight.callers === 0) flight.abort(signal.reason);
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([flight.result, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
