/** The folders and the last name of a path; none for `.`, the root itself. `./a`, as tar writes it, is `a`. */
export declare function segmentsOf(name: Uint8Array): string[];
/** Whether some file system takes a name for `.git`: Windows drops dots and blanks at its end, and what follows a colon; HFS+ what is invisible. */
export declare function isGitName(segment: string): boolean;
/**
 * The form in which file systems compare names that ignore case and composition (NTFS, APFS, HFS+). Lower case and then upper case gives the
 * full case folding of Unicode: ß is SS, ς is Σ, the Kelvin sign is K.
 */
export declare function foldName(segment: string): string;
