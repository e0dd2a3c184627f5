// What a version asks of those who take it, as its row keeps it and as responses show it.
import type { Manifest, RealmDetail } from '@realm-catalog/contract';

type ShownTemplate = Pick<RealmDetail, 'variables' | 'parts'>;

/** Empty if the version asks nothing. */
export function templateColumn({ variables = {}, parts = {} }: Pick<Manifest, 'variables' | 'parts'>): string {
  const asksNothing = Object.keys(variables).length + Object.keys(parts).length === 0;
  return asksNothing ? '' : JSON.stringify({ variables, parts });
}

/** `column` is null where a realm has no version. */
export function shownTemplate(column: string | null): ShownTemplate {
  return column ? (JSON.parse(column) as ShownTemplate) : { variables: {}, parts: {} };
}
