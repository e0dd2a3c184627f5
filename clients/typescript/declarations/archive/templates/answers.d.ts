import type { Template, Variable } from '../../contract/templates.js';
export type Answers = Record<string, string | boolean>;
/** An answer that cannot be taken, or that is missing. */
export interface AnswerFault {
    /** Of the variable or part, or `NAME.code`. */
    name: string;
    /** What is wrong, as the end of a sentence that begins with the name. */
    fault: string;
}
/** Whether the realm asks for this: a variable, a part, or `NAME.code` of a variable. */
export declare function isAsked({ variables, parts }: Template, name: string): boolean;
/**
 * All answers, in the order of the questions: those that were given, and defaults for the others. With a fault they cannot be used: an answer
 * is unknown or not allowed, or a value has no words for names in code, so that `NAME.code` has to be asked for.
 */
export declare function resolveAnswers(template: Template, given: Readonly<Record<string, unknown>>, folder: string): {
    answers: Answers;
    faults: AnswerFault[];
};
/** The words that a variable's names in code are made of. */
export declare function wordsOf(name: string, format: Variable['format'], answers: Answers): string[];
