import { type Template } from '../../contract/templates.js';
/** The fields of a realm.json that ask something, as they stand there. */
type TemplateFields = Partial<Record<keyof Template, unknown>>;
/** Throws a `Refusal` that names the field and the reason. Unknown fields are left out. */
export declare function readTemplate({ variables, parts, leaveOut }: TemplateFields): Template;
/** Throws a `Refusal` if a glob meets none of the files. Paths are relative to the realm's root. */
export declare function requireFiles(template: Template, paths: readonly string[]): void;
export {};
