import { type Variable } from '../../contract/templates.js';
type Format = Variable['format'];
/** What a value of a variable has to be like. */
interface ValueRule {
    format: Format;
    choices: readonly string[];
}
/** The value as it is kept, or what is wrong with it, as the end of a sentence. */
export type ValueReading = {
    value: string;
    fault?: undefined;
} | {
    value?: undefined;
    fault: string;
};
export declare function readValue({ format, choices }: ValueRule, typed: string): ValueReading;
/** How a value is written in code, where its own words do not say so: a value with a word of ASCII. */
export declare function readCode(typed: string): ValueReading;
/**
 * The words of a value, in letters and digits of ASCII, as typed: `Joe’s Café` gives `Joes` and `Cafe`. Words at the beginning that begin with
 * a digit are dropped, because names in code cannot begin so.
 */
export declare function codeWords(value: string, format: Format): string[];
/** Words as a value of this format. */
export declare function inFormat(words: string[], format: Format): string;
/** The value without an answer, for a target folder of this name. A folder that gives no value gives what the variable replaces. */
export declare function defaultValue(variable: Variable, folder: string): string;
export {};
