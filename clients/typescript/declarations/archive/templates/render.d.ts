import type { Template } from '../../contract/templates.js';
import { type Answers } from './answers.js';
/** Larger files are not looked into. */
export declare const MAX_TEXT_BYTES: number;
export interface RenderOptions {
    /** Whether `realm.json`, without what was answered, and what `leaveOut` names come along. */
    withManifest?: boolean;
    /** The folder of the realm that is taken, as the realm has it; the whole realm without it. */
    subdir?: string | undefined;
}
export interface RenderedFile {
    /** The path in the realm. */
    from: string;
    /** The path in the project. */
    to: string;
}
export interface Rendering {
    /** Those that come along, in the order in which they were given. */
    files: RenderedFile[];
    /**
     * How many bytes a file has in the project, counted without making them. Of a file that is not looked into, its length is enough.
     * Throws a `Refusal` when all files that were counted have more than 512 MiB: count every file before you write one.
     */
    sizeOf: (from: string, content: Uint8Array | number) => number;
    /** The bytes of a file in the project; the same object if nothing is replaced in it. Counts the file first, if that was not done. */
    render: (from: string, bytes: Uint8Array) => Uint8Array;
}
/**
 * `answers` are resolved, without a fault. `paths` are all files of the realm, relative to its root. Throws a `Refusal` if the project would
 * have a path that no archive may have, two that collide, or more than 10,000 files.
 */
export declare function openRendering(template: Template, answers: Answers, paths: readonly string[], { withManifest, subdir }?: RenderOptions): Rendering;
