import { type Static } from './schema.js';
/** Of variables, of parts, of the choices of a variable, and of the globs in one list. */
export declare const MAX_QUESTIONS = 20;
/** In a whole realm.json, beside `**`: each is compared with every file. */
export declare const MAX_GLOBS = 60;
export declare const MAX_GLOB_LENGTH = 200;
export declare const MAX_ASK_LENGTH = 200;
export declare const MAX_VALUE_LENGTH = 100;
/** Words of a question that people read, on pages and terminals. */
export declare const ASK_PATTERN: string;
/** Words of ASCII, each beginning with an upper-case letter. */
export declare const REPLACES_PATTERN = "^[A-Z][A-Za-z0-9]*( [A-Z][A-Za-z0-9]*)+$";
export declare const QUESTION_NAME = "^[A-Za-z][A-Za-z0-9_-]{0,39}$";
/** The default of a variable that is made from the name of the target folder. */
export declare const FOLDER = "{folder}";
/** What a value has to be like. Each value is one of `text`, too. */
export declare const formats: {
    text: string;
    slug: string;
    identifier: string;
};
export declare const formatNames: ["text", "slug", "identifier"];
/** As versions and realms show them. */
export declare const Variable: {
    description?: string;
    examples?: readonly unknown[];
    default?: unknown;
    type: 'object';
    properties: {
        readonly default: {
            type: 'string';
        } & {
            readonly maxLength: 100;
            readonly description: string;
            readonly examples: readonly ["{folder}"];
        };
        readonly format: {
            readonly description?: string;
            readonly examples?: readonly unknown[];
            readonly default?: unknown;
            readonly type: 'string';
            readonly enum: readonly ("identifier" | "slug" | "text")[];
        };
        readonly choices: {
            readonly description?: string;
            readonly examples?: readonly unknown[];
            readonly default?: unknown;
            readonly minItems?: number;
            readonly maxItems?: number;
            readonly 'x-repeated'?: true;
            readonly type: 'array';
            readonly items: {
                type: 'string';
            } & {
                readonly minLength: 1;
                readonly maxLength: 100;
            };
        };
        readonly files: {
            readonly description?: string;
            readonly examples?: readonly unknown[];
            readonly default?: unknown;
            readonly minItems?: number;
            readonly maxItems?: number;
            readonly 'x-repeated'?: true;
            readonly type: 'array';
            readonly items: {
                type: 'string';
            } & {
                readonly minLength: 1;
                readonly maxLength: 200;
            };
        };
        readonly ask: {
            type: 'string';
        } & {
            readonly minLength: 1;
            readonly maxLength: 200;
            readonly pattern: string;
            readonly description: "The question.";
            readonly examples: readonly ["What is it called?"];
        };
        readonly replaces: {
            type: 'string';
        } & {
            readonly maxLength: 100;
            readonly pattern: "^[A-Z][A-Za-z0-9]*( [A-Z][A-Za-z0-9]*)+$";
            readonly description: string;
            readonly examples: readonly ["Acme Shop"];
        };
    };
    required: ("ask" | "choices" | "default" | "files" | "format" | "replaces")[];
};
export declare const Part: {
    description?: string;
    examples?: readonly unknown[];
    default?: unknown;
    type: 'object';
    properties: {
        readonly ask: {
            type: 'string';
        } & {
            readonly minLength: 1;
            readonly maxLength: 200;
            readonly pattern: string;
            readonly description: "The question.";
            readonly examples: readonly ["What is it called?"];
        };
        readonly files: {
            readonly description?: string;
            readonly examples?: readonly unknown[];
            readonly default?: unknown;
            readonly minItems?: number;
            readonly maxItems?: number;
            readonly 'x-repeated'?: true;
            readonly type: 'array';
            readonly items: {
                type: 'string';
            } & {
                readonly minLength: 1;
                readonly maxLength: 200;
            };
        };
        readonly default: {
            type: 'boolean';
        } & {
            readonly description: "Whether it is included if nobody answers.";
            readonly examples: readonly [true];
        };
    };
    required: ("ask" | "default" | "files")[];
};
export declare const variables: {
    readonly description?: string;
    readonly examples?: readonly unknown[];
    readonly default?: unknown;
    readonly type: 'object';
    readonly additionalProperties: {
        description?: string;
        examples?: readonly unknown[];
        default?: unknown;
        type: 'object';
        properties: {
            readonly default: {
                type: 'string';
            } & {
                readonly maxLength: 100;
                readonly description: string;
                readonly examples: readonly ["{folder}"];
            };
            readonly format: {
                readonly description?: string;
                readonly examples?: readonly unknown[];
                readonly default?: unknown;
                readonly type: 'string';
                readonly enum: readonly ("identifier" | "slug" | "text")[];
            };
            readonly choices: {
                readonly description?: string;
                readonly examples?: readonly unknown[];
                readonly default?: unknown;
                readonly minItems?: number;
                readonly maxItems?: number;
                readonly 'x-repeated'?: true;
                readonly type: 'array';
                readonly items: {
                    type: 'string';
                } & {
                    readonly minLength: 1;
                    readonly maxLength: 100;
                };
            };
            readonly files: {
                readonly description?: string;
                readonly examples?: readonly unknown[];
                readonly default?: unknown;
                readonly minItems?: number;
                readonly maxItems?: number;
                readonly 'x-repeated'?: true;
                readonly type: 'array';
                readonly items: {
                    type: 'string';
                } & {
                    readonly minLength: 1;
                    readonly maxLength: 200;
                };
            };
            readonly ask: {
                type: 'string';
            } & {
                readonly minLength: 1;
                readonly maxLength: 200;
                readonly pattern: string;
                readonly description: "The question.";
                readonly examples: readonly ["What is it called?"];
            };
            readonly replaces: {
                type: 'string';
            } & {
                readonly maxLength: 100;
                readonly pattern: "^[A-Z][A-Za-z0-9]*( [A-Z][A-Za-z0-9]*)+$";
                readonly description: string;
                readonly examples: readonly ["Acme Shop"];
            };
        };
        required: ("ask" | "choices" | "default" | "files" | "format" | "replaces")[];
    };
};
export declare const parts: {
    readonly description?: string;
    readonly examples?: readonly unknown[];
    readonly default?: unknown;
    readonly type: 'object';
    readonly additionalProperties: {
        description?: string;
        examples?: readonly unknown[];
        default?: unknown;
        type: 'object';
        properties: {
            readonly ask: {
                type: 'string';
            } & {
                readonly minLength: 1;
                readonly maxLength: 200;
                readonly pattern: string;
                readonly description: "The question.";
                readonly examples: readonly ["What is it called?"];
            };
            readonly files: {
                readonly description?: string;
                readonly examples?: readonly unknown[];
                readonly default?: unknown;
                readonly minItems?: number;
                readonly maxItems?: number;
                readonly 'x-repeated'?: true;
                readonly type: 'array';
                readonly items: {
                    type: 'string';
                } & {
                    readonly minLength: 1;
                    readonly maxLength: 200;
                };
            };
            readonly default: {
                type: 'boolean';
            } & {
                readonly description: "Whether it is included if nobody answers.";
                readonly examples: readonly [true];
            };
        };
        required: ("ask" | "default" | "files")[];
    };
};
/** As `realm.json` has them. */
export declare const manifestTemplate: {
    variables: {
        default?: unknown;
        type: 'object';
        additionalProperties: {
            description?: string;
            examples?: readonly unknown[];
            default?: unknown;
            type: 'object';
            properties: {
                readonly ask: {
                    type: 'string';
                } & {
                    readonly minLength: 1;
                    readonly maxLength: 200;
                    readonly pattern: string;
                    readonly description: "The question.";
                    readonly examples: readonly ["What is it called?"];
                };
                readonly replaces: {
                    type: 'string';
                } & {
                    readonly maxLength: 100;
                    readonly pattern: "^[A-Z][A-Za-z0-9]*( [A-Z][A-Za-z0-9]*)+$";
                    readonly description: string;
                    readonly examples: readonly ["Acme Shop"];
                };
            } & {
                default: {
                    type: 'string';
                } & {
                    readonly maxLength: 100;
                    readonly description: string;
                    readonly examples: readonly ["{folder}"];
                };
                format: {
                    readonly description?: string;
                    readonly examples?: readonly unknown[];
                    readonly default?: unknown;
                    readonly type: 'string';
                    readonly enum: readonly ("identifier" | "slug" | "text")[];
                };
                choices: {
                    readonly description?: string;
                    readonly examples?: readonly unknown[];
                    readonly default?: unknown;
                    readonly minItems?: number;
                    readonly maxItems?: number;
                    readonly 'x-repeated'?: true;
                    readonly type: 'array';
                    readonly items: {
                        type: 'string';
                    } & {
                        readonly minLength: 1;
                        readonly maxLength: 100;
                    };
                };
                files: {
                    readonly description?: string;
                    readonly examples?: readonly unknown[];
                    readonly default?: unknown;
                    readonly minItems?: number;
                    readonly maxItems?: number;
                    readonly 'x-repeated'?: true;
                    readonly type: 'array';
                    readonly items: {
                        type: 'string';
                    } & {
                        readonly minLength: 1;
                        readonly maxLength: 200;
                    };
                };
            };
            required: ("ask" | "replaces")[];
        };
        maxProperties: number;
        propertyNames: {
            pattern: string;
        };
        description: string;
        examples: {
            projectName: {
                ask: string;
                replaces: string;
                default: string;
            };
        }[];
    };
    parts: {
        default?: unknown;
        type: 'object';
        additionalProperties: {
            description?: string;
            examples?: readonly unknown[];
            default?: unknown;
            type: 'object';
            properties: {
                readonly ask: {
                    type: 'string';
                } & {
                    readonly minLength: 1;
                    readonly maxLength: 200;
                    readonly pattern: string;
                    readonly description: "The question.";
                    readonly examples: readonly ["What is it called?"];
                };
                readonly files: {
                    readonly description?: string;
                    readonly examples?: readonly unknown[];
                    readonly default?: unknown;
                    readonly maxItems?: number;
                    readonly 'x-repeated'?: true;
                    readonly type: 'array';
                    readonly items: {
                        type: 'string';
                    } & {
                        readonly minLength: 1;
                        readonly maxLength: 200;
                    };
                    readonly minItems: 1;
                };
            } & {
                readonly default: {
                    type: 'boolean';
                } & {
                    readonly description: "Whether it is included if nobody answers.";
                    readonly examples: readonly [true];
                };
            };
            required: ("ask" | "files")[];
        };
        maxProperties: number;
        propertyNames: {
            pattern: string;
        };
        description: string;
        examples: {
            docker: {
                ask: string;
                files: string[];
                default: boolean;
            };
        }[];
    };
    leaveOut: {
        readonly description?: string;
        readonly examples?: readonly unknown[];
        readonly default?: unknown;
        readonly minItems?: number;
        readonly maxItems?: number;
        readonly 'x-repeated'?: true;
        readonly type: 'array';
        readonly items: {
            type: 'string';
        } & {
            readonly minLength: 1;
            readonly maxLength: 200;
        };
    };
};
export type Variable = Static<typeof Variable>;
export type Part = Static<typeof Part>;
/** What a realm.json asks, and which files it keeps for the catalog. */
export interface Template {
    variables: Record<string, Variable>;
    parts: Record<string, Part>;
    leaveOut: string[];
}
