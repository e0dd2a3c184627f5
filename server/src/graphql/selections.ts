// The fields that a selection means, with fragments resolved: those of the same name in the answer together, as they are executed.
import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { refusal } from './refusal.ts';

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** The fragments of a document. Throws where they are in a circle, or where one is used by nothing: nothing would bound what it has. */
export function fragmentsOf(document: DocumentNode): Fragments {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  const add = (fragment: FragmentDefinitionNode) => {
    const name = fragment.name.value;
    if (fragments.has(name)) throw refusal(`There are two fragments "${name}".`, fragment);
    fragments.set(name, fragment);
  };
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) add(definition);
    else if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
    else throw refusal('A query can have only operations and fragments.', definition);
  }
  const done = new Set<string>();
  for (const { selectionSet } of operations) visitSpreads(selectionSet, fragments, done, new Set());
  for (const [name, fragment] of fragments)
    if (!done.has(name)) throw refusal(`The fragment "${name}" is not used.`, fragment);
  return fragments;
}

/** `path` has the fragments around this selection. */
function visitSpreads(
  selectionSet: SelectionSetNode,
  fragments: Fragments,
  done: Set<string>,
  path: Set<string>,
): void {
  for (const selection of selectionSet.selections) {
    if (selection.kind !== Kind.FRAGMENT_SPREAD) {
      if (selection.selectionSet) visitSpreads(selection.selectionSet, fragments, done, path);
      continue;
    }
    const name = selection.name.value;
    if (path.has(name)) throw refusal(`The fragment "${name}" is in a circle.`, selection);
    const fragment = fragments.get(name);
    if (!fragment || done.has(name)) continue;
    visitSpreads(fragment.selectionSet, fragments, done, new Set([...path, name]));
    done.add(name);
  }
}

/** By the name in the answer. Each fragment counts once in one place. */
export function fieldsOf(selectionSets: SelectionSetNode[], fragments: Fragments): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  function collect({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = selection.alias?.value ?? selection.name.value;
        const known = fields.get(name);
        if (known) known.push(selection);
        else fields.set(name, [selection]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment) collect(fragment.selectionSet);
      }
    }
  }
  selectionSets.forEach(collect);
  return fields;
}
