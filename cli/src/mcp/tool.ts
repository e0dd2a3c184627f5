// A tool of the Model Context Protocol: what the model is told of it, and what it does.

interface StringProperty {
  type: 'string';
  description: string;
  maxLength: number;
  enum?: readonly string[];
}

interface IntegerProperty {
  type: 'integer';
  description: string;
  minimum: number;
  maximum: number;
}

/** Values by their names, as an object or as its JSON: some models can only send texts. */
interface MapProperty {
  type: readonly ['object', 'string'];
  description: string;
  additionalProperties: { type: readonly ['string', 'boolean']; maxLength: number };
  maxLength: number;
}

/** The part of JSON Schema that the arguments of our tools need. */
export interface InputSchema {
  type: 'object';
  properties: Record<string, StringProperty | IntegerProperty | MapProperty>;
  required: string[];
  additionalProperties: false;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: InputSchema;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean };
  /** Its arguments fit the schema. A text, or an object that becomes JSON. */
  run(args: never, signal: AbortSignal): Promise<string | object>;
}
