// About how many values the answer has for a field of the schema itself, for each object that has the field.
import type { GraphQLSchema } from 'graphql';

const sizes: Record<string, number> = {
  // On the average of all types: most are objects with some fields, and few have anything else.
  '__Type.fields': 8,
  '__Type.inputFields': 1,
  '__Type.interfaces': 1,
  '__Type.possibleTypes': 1,
  /** Few types are enums, but one may be asked for under many names: with `Query.__type` that is the largest. */
  '__Type.enumValues': 6,
  '__Field.args': 1,
  /** Tools ask nine levels deep; half of the types are of another type. */
  '__Type.ofType': 0.5,
  '__Schema.directives': 5,
  '__Directive.args': 1,
  '__Directive.locations': 4,
  /** One of the largest may be asked for, and under many names. */
  'Query.__type': 10,
};

/** 1 for what is no part of the schema. */
export function introspectedSize(schema: GraphQLSchema, typeName: string | undefined, fieldName: string): number {
  const name = `${typeName}.${fieldName}`;
  return name === '__Schema.types' ? Object.keys(schema.getTypeMap()).length : (sizes[name] ?? 1);
}
