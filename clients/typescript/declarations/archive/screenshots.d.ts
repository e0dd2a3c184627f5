export interface Screenshot {
    /** Relative to the realm's root. */
    path: string;
    /** Empty if there is none. */
    alt: string;
}
/** The screenshots, or what is wrong with the field. */
export declare function toScreenshots(value: unknown): Screenshot[] | string;
