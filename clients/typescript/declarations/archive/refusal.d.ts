/** The name of an entry as the archive has it, or as text. */
export type EntryName = Uint8Array | string;
/** Thrown anywhere in an inspection. `why` continues a sentence that begins with the entry's name, or with “The archive”. */
export declare class Refusal extends Error {
    readonly entry: string | undefined;
    constructor(why: string, entry?: EntryName);
}
/** `why` begins with the field, or with “must”. */
export declare function refuseManifest(why: string): never;
