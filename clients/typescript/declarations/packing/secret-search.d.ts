export interface FoundSecret {
    path: string;
    /** Continues a sentence that begins with the path. */
    reason: string;
}
/** What is further on in a file is not looked at: it is data, and no text that somebody wrote. */
export declare const MAX_SEARCHED_BYTES: number;
/** The search in one file: it is given the next part of the text, in which each byte is one character (`latin1`), and says why the file is probably a secret. */
export declare function searchText(): (part: string) => string | undefined;
