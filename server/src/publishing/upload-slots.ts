// Limits how many uploads of one account run at once in one process.

/** Disposing of a slot frees it. Returns undefined if the account uses all of its slots. */
type TakeSlot = (accountId: string) => Disposable | undefined;

export function uploadSlots(uploadsAtOnce: number): TakeSlot {
  const runningUploads = new Map<string, number>();

  function freeSlot(accountId: string): void {
    const left = (runningUploads.get(accountId) ?? 1) - 1;
    if (left > 0) runningUploads.set(accountId, left);
    else runningUploads.delete(accountId);
  }

  return (accountId) => {
    const running = runningUploads.get(accountId) ?? 0;
    if (running >= uploadsAtOnce) return undefined;
    runningUploads.set(accountId, running + 1);
    return { [Symbol.dispose]: () => freeSlot(accountId) };
  };
}
