// What the handler of a page is called with, and what it returns.
import type { Readable } from 'node:stream';
import type { Site } from '@realm-catalog/web';

export interface PageRequest {
  params: Record<string, string>;
  query: URLSearchParams;
  site: Site;
}

/** Content that is no page: a picture, a stylesheet, a document for programs. */
export interface PageFile {
  bytes: Buffer;
  mediaType: string;
  headers?: Record<string, string>;
  /** The address has a digest of the content. */
  isImmutable?: boolean;
}

/** Content that is too large for memory. */
export interface PageStream extends Omit<PageFile, 'bytes'> {
  open: () => Promise<Readable>;
  size: number;
  /** The digest of the content. */
  digests: Buffer;
}

/** A page as HTML, or content of another type. */
export type PageResult = string | PageFile | PageStream;

export type PageHandler = (request: PageRequest) => Promise<PageResult>;
