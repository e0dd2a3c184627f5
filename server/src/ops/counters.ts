// The metrics of the events that the server reports on its telemetry channels: how many there were, and for some of them the state that the last one left.
import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';
import * as channels from '../telemetry.ts';

const COUNT_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
const SECONDS_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const JOB_SECONDS_BUCKETS = [0.01, 0.1, 1, 10, 100];

type Listen = <Event>(channel: channels.TelemetryChannel<Event>, handle: (event: Event) => void) => void;

/** Returns the function that ends the counting. */
export function countEvents(registry: Registry): () => void {
  const unsubscribes: (() => void)[] = [];
  const listen: Listen = (channel, handle) => {
    channel.subscribe(handle);
    unsubscribes.push(() => channel.unsubscribe(handle));
  };
  countCommits(registry, listen);
  countLimitDecisions(registry, listen);
  countReads(registry, listen);
  countQueues(registry, listen);
  countRefusals(registry, listen);
  countJobs(registry, listen);
  return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
}

function countCommits(registry: Registry, listen: Listen): void {
  const registers = [registry];
  const commitSize = new Histogram({
    name: 'realm_catalog_commit_batches',
    help: 'Batches that were committed in one transaction.',
    buckets: COUNT_BUCKETS,
    registers,
  });
  const commitTime = new Histogram({
    name: 'realm_catalog_commit_duration_seconds',
    help: 'Time of a transaction, from its begin until it is on the disk.',
    buckets: SECONDS_BUCKETS,
    registers,
  });
  listen(channels.commits, ({ batches, ms }) => {
    commitSize.observe(batches);
    commitTime.observe(ms / 1_000);
  });

  const groupSize = new Histogram({
    name: 'realm_catalog_download_group_size',
    help: 'Downloads that were counted in one transaction.',
    buckets: COUNT_BUCKETS,
    registers,
  });
  listen(channels.downloadGroups, ({ downloads }) => groupSize.observe(downloads));
}

function countLimitDecisions(registry: Registry, listen: Listen): void {
  // Every request is counted, so the counts are plain numbers, and the metric is set when it is scraped.
  const countsByTier: Record<string, { allowed: number; refused: number }> = {};
  listen(channels.limitDecisions, ({ tier, exceeded }) => {
    const counts = (countsByTier[tier] ??= { allowed: 0, refused: 0 });
    if (exceeded) counts.refused += 1;
    else counts.allowed += 1;
  });
  const decisions = new Counter({
    name: 'realm_catalog_limit_decisions_total',
    help: 'Requests that were counted on a limit, by tier, and whether they were within it.',
    labelNames: ['tier', 'decision'],
    registers: [],
    collect() {
      this.reset();
      for (const [tier, counts] of Object.entries(countsByTier))
        for (const [decision, count] of Object.entries(counts)) this.inc({ tier, decision }, count);
    },
  });
  registry.registerMetric(decisions);

  const fallbacks = new Counter({
    name: 'realm_catalog_limit_fallbacks_total',
    help: 'Requests that this process counted by itself, because Redis did not answer.',
    registers: [registry],
  });
  listen(channels.limitFallbacks, () => fallbacks.inc());
}

function countReads(registry: Registry, listen: Listen): void {
  const registers = [registry];
  let followedAt = performance.now();
  listen(channels.followed, () => (followedAt = performance.now()));
  const age = new Gauge({
    name: 'realm_catalog_read_model_age_seconds',
    help: 'Time since the read model last applied all changes of the database.',
    registers: [],
    collect() {
      this.set((performance.now() - followedAt) / 1_000);
    },
  });
  registry.registerMetric(age);

  const resets = new Counter({
    name: 'realm_catalog_memory_resets_total',
    help: 'Times that all in memory was dropped, because the store lacked a change that was known here.',
    registers,
  });
  listen(channels.memoryResets, () => resets.inc());

  const misses = new Counter({
    name: 'realm_catalog_replica_misses_total',
    help: 'Reads that went to the database, because its replica was behind or did not answer.',
    labelNames: ['reason'],
    registers,
  });
  listen(channels.replicaMisses, ({ reason }) => misses.inc({ reason }));
}

function countQueues(registry: Registry, listen: Listen): void {
  const registers = [registry];
  const queue = new Gauge({
    name: 'realm_catalog_queue',
    help: 'Work in queues, running and waiting.',
    labelNames: ['work', 'state'],
    registers,
  });
  const refusals = new Counter({
    name: 'realm_catalog_queue_refused_total',
    help: 'Work that was refused, since too much waited.',
    labelNames: ['work'],
    registers,
  });
  listen(channels.queueChanges, ({ work, running, waiting, refused }) => {
    queue.set({ work, state: 'running' }, running);
    queue.set({ work, state: 'waiting' }, waiting);
    if (refused) refusals.inc({ work });
  });
}

function countRefusals(registry: Registry, listen: Listen): void {
  const registers = [registry];
  const dropped = new Counter({
    name: 'realm_catalog_connections_dropped_total',
    help: 'Connections that were closed: there were too many in all, they read too slowly, or they sent too much at once.',
    registers,
  });
  listen(channels.droppedConnections, () => dropped.inc());

  const damages = new Counter({
    name: 'realm_catalog_damaged_archives_total',
    help: 'Times that an archive was not given out, since it does not fit its digest, or is missing.',
    registers,
  });
  listen(channels.damages, () => damages.inc());

  const unreadables = new Counter({
    name: 'realm_catalog_unreadable_requests_total',
    help: 'Answers to what was no request: not HTTP, too large, or not there in time.',
    labelNames: ['status'],
    registers,
  });
  listen(channels.unreadables, ({ status }) => unreadables.inc({ status }));
}

function countJobs(registry: Registry, listen: Listen): void {
  const runs = new Histogram({
    name: 'realm_catalog_job_duration_seconds',
    help: 'Time of the runs of background jobs, by job, and whether they failed.',
    labelNames: ['job', 'outcome'],
    buckets: JOB_SECONDS_BUCKETS,
    registers: [registry],
  });
  listen(channels.jobRuns, ({ job, ms, failed }) =>
    runs.observe({ job, outcome: failed ? 'failure' : 'success' }, ms / 1_000),
  );
}
