// The channels on which the server reports events to its metrics, and to tests. Code that would compute something for an event checks
// `hasSubscribers` first, so without metrics an event costs next to nothing.
import { channel } from 'node:diagnostics_channel';

/** https://nodejs.org/api/diagnostics_channel.html#class-channel, with the type of its events. */
export interface TelemetryChannel<Event> {
  readonly hasSubscribers: boolean;
  publish(event: Event): void;
  subscribe(handle: (event: Event) => void): void;
  unsubscribe(handle: (event: Event) => void): void;
}

const telemetry = <Event>(name: string) => channel(`realm-catalog.${name}`) as TelemetryChannel<Event>;

/** One transaction: how many batches were in it, and how long it took from its begin to the disk. */
export const commits = telemetry<{ batches: number; ms: number }>('commit');

/** A statement is prepared, or sent to a server that prepares it: its text. */
export const preparations = telemetry<string>('prepare');

/** A group of downloads was counted, all in one transaction. */
export const downloadGroups = telemetry<{ downloads: number }>('download-group');

/** A request was counted on its caller's limit. */
export const limitDecisions = telemetry<{ tier: string; exceeded: object | undefined }>('limit');

/** A request was counted by this process alone, because Redis did not answer. */
export const limitFallbacks = telemetry<void>('limit-fallback');

/** The read model has taken in all changes of the database so far. */
export const followed = telemetry<void>('followed');

/** The database lacks a change that this process has seen, so everything in memory was dropped. */
export const memoryResets = telemetry<void>('memory-reset');

/** The primary database was read, because its replica was behind or did not answer. */
export const replicaMisses = telemetry<{ reason: 'behind' | 'failed' }>('replica-miss');

/** Work of a queue began, ended, waits or was refused: how much of it there is now. */
export const queueChanges = telemetry<{ work: string; running: number; waiting: number; refused: boolean }>('queue');

/** An archive is damaged or missing, and was not served. */
export const damages = telemetry<{ digest: string }>('damage');

/** A connection was closed: there were too many in all, it read too slowly, or it sent too much at once. */
export const droppedConnections = telemetry<void>('dropped-connection');

/** An unreadable request was answered. */
export const unreadables = telemetry<{ status: number }>('unreadable');

/** A run of a background job ended. */
export const jobRuns = telemetry<{ job: string; ms: number; failed: boolean }>('job');
