/** Two blocks of zeros. */
export declare const END_OF_TAR: Uint8Array<ArrayBuffer>;
interface HeaderFields {
    path: string;
    size: number;
    isExecutable: boolean;
}
export declare function tarHeader({ path, size, isExecutable }: HeaderFields): Uint8Array<ArrayBuffer>;
/** The zeros that fill the last block of so many bytes. */
export declare function tarPadding(size: number): Uint8Array<ArrayBuffer>;
export {};
