/** Thrown anywhere in an inspection. `why` continues a sentence that begins with the entry's name, or with “The archive”. */
export declare class Refusal extends Error {
    readonly entry: string | undefined;
    constructor(why: string, entry?: Buffer | string);
}
