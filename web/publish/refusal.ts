// Why something is not published, in words for people.

export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** What it is about, such as files. */
  readonly items: string[];
  /** Goes on without these files, where that is possible. */
  readonly leaveOut: (() => void) | undefined;

  constructor(message: string, items: string[] = [], leaveOut?: () => void) {
    super(message);
    this.items = items;
    this.leaveOut = leaveOut;
  }
}
