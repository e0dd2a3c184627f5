// Why something is not published, in words for people.

export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** What it is about, such as files. */
  readonly items: string[];

  constructor(message: string, items: string[] = []) {
    super(message);
    this.items = items;
  }
}
