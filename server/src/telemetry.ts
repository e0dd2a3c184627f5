// What the rooms report of their work, to whoever measures it; they put nothing together that nobody hears, so reporting costs nothing else.
import { channel } from 'node:diagnostics_channel';

/** https://nodejs.org/api/diagnostics_channel.html#class-channel, with the type of what is said on it. */
export interface Reports<Report> {
  readonly hasSubscribers: boolean;
  publish(report: Report): void;
  subscribe(take: (report: Report) => void): void;
  unsubscribe(take: (report: Report) => void): void;
}

const reports = <Report>(name: string) => channel(`realm-catalog.${name}`) as Reports<Report>;

/** One transaction: how many batches were in it, and how long it took from its begin to the disk. */
export const commits = reports<{ batches: number; ms: number }>('commit');

/** A group of downloads was counted, all in one transaction. */
export const downloadGroups = reports<{ downloads: number }>('download-group');

/** A request was counted on its caller's limit. */
export const decisions = reports<{ tier: string; exceeded: object | undefined }>('limit');

/** A request was counted by this process alone, since the store of the limits did not answer. */
export const limitFallbacks = reports<void>('limit-fallback');

/** What is shown was held against the store, and is as new as that. */
export const followed = reports<void>('followed');

/** The store lacks a change that was taken in: all that was in memory was dropped. */
export const memoryResets = reports<void>('memory-reset');

/** The database was asked instead of its replica, which was behind, or did not answer. */
export const replicaMisses = reports<{ reason: 'behind' | 'failed' }>('replica-miss');

/** Dear work began, ended, waits or was refused: how much of it there is now. */
export const queueChanges = reports<{ work: string; running: number; waiting: number; refused: boolean }>('queue');

/** An archive does not fit its digest, and was not given out. */
export const damages = reports<{ digest: string }>('damage');

/** What was no request was answered all the same. */
export const unreadables = reports<{ status: number }>('unreadable');
