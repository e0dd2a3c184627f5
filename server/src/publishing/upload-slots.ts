// How many uploads of one account may be under way at once, in one process.

export const MAX_UPLOADS = 8;

/** A slot is free again when it is disposed of; nothing, where the account has them all. */
type TakeSlot = (accountId: string) => Disposable | undefined;

export function uploadSlots(): TakeSlot {
  const taken = new Map<string, number>();

  function give(accountId: string): void {
    const left = (taken.get(accountId) ?? 1) - 1;
    if (left > 0) taken.set(accountId, left);
    else taken.delete(accountId);
  }

  return (accountId) => {
    const others = taken.get(accountId) ?? 0;
    if (others >= MAX_UPLOADS) return undefined;
    taken.set(accountId, others + 1);
    return { [Symbol.dispose]: () => give(accountId) };
  };
}
