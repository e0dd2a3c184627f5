export interface NameRule {
    /** Continues a sentence that begins with the path. */
    what: string;
    /** Of the path, with `/` between names. It is matched in any case, from the beginning of a name to the end of the path. */
    names: string;
    /** Paths that match and are made to be published. */
    except?: RegExp;
}
export declare const nameRules: NameRule[];
/** What editors and people append to a copy. Vim also puts a dot before the name. */
export declare const BACKUP: RegExp;
/** Why a file with this path is probably a secret; undefined if it is probably none. */
export declare function reasonByName(path: string): string | undefined;
