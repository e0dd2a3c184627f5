// The part of autocannon that the benchmark uses; the package comes without types.
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    duration: number;
    timeout: number;
    maxOverallRequests?: number;
    setupClient(client: autocannon.Client): void;
  }

  namespace autocannon {
    interface Client {
      setRequests(requests: object[]): void;
    }
  }

  interface Result {
    requests: { total: number };
    throughput: { total: number };
    duration: number;
    latency: { p50: number; p99: number };
    '4xx': number;
    '5xx': number;
    errors: number;
  }

  function autocannon(options: Options): Promise<Result>;
  export = autocannon;
}
