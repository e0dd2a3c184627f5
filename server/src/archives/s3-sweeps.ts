// Deletes objects of a bucket in a way that no upload of the same archive is lost.
//
// S3 cannot rename, nor delete an object on the condition that it is old. A sweep must not delete an archive that is uploaded again at that
// moment. So it puts a marker, `sweeping/{name}/{uuid}`, while it checks the archive and deletes it. An upload looks for markers after it has
// sent the archive, and then whether the archive is there. If there is no marker and the archive is there, every sweep is either over or will
// see that the archive is new; otherwise the upload is repeated. One case remains: a request to delete that timed out, was repeated with
// success, and is carried out a second time later.
import { randomUUID } from 'node:crypto';
import type { Bucket } from './s3-bucket.ts';
import { requireStorageKey } from './storage-key.ts';

/** A sweep that crashed left a marker behind if the marker is this much older than the archive. */
const ABANDONED_MARKER_AGE_MS = 10 * 60_000;

export function s3Sweeps(bucket: Bucket, prefix: string) {
  const keyOf = (name: string) => prefix + requireStorageKey(name);
  const markersOf = (name: string) => `${prefix}sweeping/${name}/`;

  return {
    /** Whether no sweep can delete an archive that was just sent. The markers have to be read before the archive. */
    async isSafe(name: string): Promise<boolean> {
      const markers = [];
      for await (const { modifiedAt } of bucket.list(markersOf(name))) markers.push(modifiedAt);
      const archive = await bucket.find(keyOf(name));
      return (
        archive !== undefined &&
        markers.every((markerTime) => markerTime < archive.modifiedAt - ABANDONED_MARKER_AGE_MS)
      );
    },

    /** The marker stays when the deletion fails, since the store may still carry the deletion out. */
    async removeUnless(name: string, isWanted: () => Promise<boolean>): Promise<boolean> {
      const marker = markersOf(name) + randomUUID();
      await bucket.put(marker, '');
      const isRemoved = !(await isWanted());
      if (isRemoved) await bucket.remove(keyOf(name));
      await bucket.remove(marker);
      return isRemoved;
    },

    async removeOldMarkers(before: number): Promise<void> {
      for await (const { key, modifiedAt } of bucket.list(`${prefix}sweeping/`))
        if (modifiedAt < before) await bucket.remove(key);
    },
  };
}
