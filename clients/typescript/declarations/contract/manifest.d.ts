import { type Static } from './schema.js';
import { type Template } from './templates.js';
export declare const MAX_SCREENSHOTS = 8;
export declare const MAX_SCREENSHOT_PATH = 1024;
export declare const MAX_ALT_LENGTH = 500;
/** What the catalog takes from the file. */
declare const ManifestFields: {
    description?: string;
    examples?: readonly unknown[];
    default?: unknown;
    type: 'object';
    properties: {
        readonly version: {
            type: 'string';
        } & {
            readonly pattern: string;
            readonly maxLength: 64;
            readonly description: "The semantic version of this archive, other than 0.0.0. Each version can be published once.";
            readonly examples: readonly ["1.0.0"];
        };
        readonly longDescription: {
            type: 'string';
        } & {
            readonly maxLength: 100000;
            readonly description: "Markdown. Default: the README.md of the archive.";
            readonly examples: readonly ["# SaaS Starter\n\nRun `npm start`."];
        };
        readonly features: {
            description?: string;
            examples?: readonly unknown[];
            default?: unknown;
            type: 'object';
            properties: {
                readonly auth: {
                    type: 'boolean';
                } & object;
                readonly payments: {
                    type: 'boolean';
                } & object;
                readonly database: {
                    type: 'boolean';
                } & object;
            };
            required: never[];
        };
        readonly requirements: {
            description?: string;
            examples?: readonly unknown[];
            default?: unknown;
            type: 'object';
            properties: {
                readonly node: {
                    type: 'string';
                } & {
                    readonly maxLength: 100;
                    readonly examples: readonly [">=24"];
                };
                readonly npm: {
                    type: 'string';
                } & {
                    readonly maxLength: 100;
                    readonly examples: readonly [">=10"];
                };
            };
            required: never[];
        };
        readonly demo: {
            type: 'string';
        } & {
            readonly maxLength: 2000;
            readonly pattern: "^([Hh][Tt][Tt][Pp][Ss]?://[^\\s/]\\S*)?$";
            readonly description: "The absolute http or https URL of a running example.";
            readonly examples: readonly ["https://example.com"];
        };
        readonly license: {
            type: 'string';
        } & {
            readonly maxLength: 100;
            readonly description: "An SPDX identifier.";
            readonly examples: readonly ["MIT"];
        };
        readonly preview: {
            type: 'string';
        } & {
            readonly maxLength: 1024;
            readonly description: string;
            readonly examples: readonly ["preview"];
        };
    };
    required: never[];
};
/** As it is published. Only the fields above are taken; the others may stand in the file, and are set elsewhere. */
export declare const ManifestSchema: {
    examples?: readonly unknown[];
    default?: unknown;
    type: 'object';
    required: never[];
    $schema: string;
    title: string;
    description: string;
    properties: {
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
        version: {
            type: 'string';
        } & {
            readonly pattern: string;
            readonly maxLength: 64;
            readonly description: "The semantic version of this archive, other than 0.0.0. Each version can be published once.";
            readonly examples: readonly ["1.0.0"];
        };
        longDescription: {
            type: 'string';
        } & {
            readonly maxLength: 100000;
            readonly description: "Markdown. Default: the README.md of the archive.";
            readonly examples: readonly ["# SaaS Starter\n\nRun `npm start`."];
        };
        features: {
            description?: string;
            examples?: readonly unknown[];
            default?: unknown;
            type: 'object';
            properties: {
                readonly auth: {
                    type: 'boolean';
                } & object;
                readonly payments: {
                    type: 'boolean';
                } & object;
                readonly database: {
                    type: 'boolean';
                } & object;
            };
            required: never[];
        };
        requirements: {
            description?: string;
            examples?: readonly unknown[];
            default?: unknown;
            type: 'object';
            properties: {
                readonly node: {
                    type: 'string';
                } & {
                    readonly maxLength: 100;
                    readonly examples: readonly [">=24"];
                };
                readonly npm: {
                    type: 'string';
                } & {
                    readonly maxLength: 100;
                    readonly examples: readonly [">=10"];
                };
            };
            required: never[];
        };
        demo: {
            type: 'string';
        } & {
            readonly maxLength: 2000;
            readonly pattern: "^([Hh][Tt][Tt][Pp][Ss]?://[^\\s/]\\S*)?$";
            readonly description: "The absolute http or https URL of a running example.";
            readonly examples: readonly ["https://example.com"];
        };
        license: {
            type: 'string';
        } & {
            readonly maxLength: 100;
            readonly description: "An SPDX identifier.";
            readonly examples: readonly ["MIT"];
        };
        preview: {
            type: 'string';
        } & {
            readonly maxLength: 1024;
            readonly description: string;
            readonly examples: readonly ["preview"];
        };
        screenshots: {
            readonly description?: string;
            readonly examples?: readonly unknown[];
            readonly default?: unknown;
            readonly minItems?: number;
            readonly maxItems?: number;
            readonly 'x-repeated'?: true;
            readonly type: 'array';
            readonly items: {
                readonly anyOf: readonly [{
                    type: 'string';
                } & {
                    readonly minLength: 1;
                    readonly maxLength: 1024;
                    readonly description: "The path relative to the root of the realm.";
                }, {
                    description?: string;
                    examples?: readonly unknown[];
                    default?: unknown;
                    type: 'object';
                    properties: {
                        readonly path: {
                            type: 'string';
                        } & {
                            readonly minLength: 1;
                            readonly maxLength: 1024;
                            readonly description: "The path relative to the root of the realm.";
                        };
                    } & {
                        readonly alt: {
                            type: 'string';
                        } & {
                            readonly maxLength: 500;
                            readonly description: "What the picture shows, for people who cannot see it.";
                        };
                    };
                    required: "path"[];
                }];
            };
        };
        $schema: {
            description: string;
        };
        name: {
            description: string;
        };
        description: {
            description: string;
        };
        category: {
            description: string;
        };
        tags: {
            description: string;
        };
    };
};
export type Manifest = Static<typeof ManifestFields> & {
    screenshots?: {
        path: string;
        alt: string;
    }[];
} & Partial<Template>;
export {};
