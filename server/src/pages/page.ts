// What the handler of a page is called with, and what it returns.
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Site } from '@realm-catalog/web/site';
import type { BrowserRequest, Viewer } from '../accounts/sign-in/web-sessions.ts';
import type { Perform, Read } from '../api/in-process.ts';
import type { Caller } from '../credentials/caller.ts';
import type { FormFile } from '../http/file-form.ts';
import type { CacheableResponse } from '../http/response.ts';

/** The largest page, so that few readers who take their time hold little memory. */
export const MAX_PAGE_BYTES = 1_024 * 1_024;
/** What a page shows of a README, a file or a comparison; the rest of the page fits beside it. */
export const MAX_CONTENT_BYTES = 900 * 1_024;

/** Who asks, and what they may read and do. */
export interface PageCaller {
  /** Undefined if nobody is signed in. */
  viewer: Viewer | undefined;
  caller: Caller;
  /** Public reads as the caller sees them. */
  read: Read;
  /** Any operation, as the caller. */
  perform: Perform;
}

export interface PageRequest extends PageCaller, BrowserRequest {
  params: Record<string, string>;
  query: URLSearchParams;
  site: Site;
  /** The address and the headers of the request, for what is not stored. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The address of the visitor. Others who ask for the same page meanwhile get the same one. */
  ip: string;
  /** Is aborted when every visitor who waits for this page has left. */
  signal: AbortSignal;
  /** The site for a page that shows these realms, with the viewer's stars among them. */
  withStars: (realms: readonly { id: string }[]) => Promise<Site>;
}

/** Content that is no page: a picture, a stylesheet, a document for programs. */
export interface PageFile {
  bytes: Buffer;
  mediaType: string;
  headers?: Record<string, string>;
  /** Its `Cache-Control`, if it is not that of all pages. */
  control?: string;
}

/** Content that is too large for memory. */
interface PageStream extends Omit<PageFile, 'bytes'> {
  open: () => Promise<Readable>;
  size: number | undefined;
  /** What the ETag is a hash of: the digest of the content. */
  etagInput: Buffer;
}

export interface RenderedPage {
  html: string;
  /** Whether the page lacks something for the moment: then it is not stored, and the next request makes it again. */
  isPartial: boolean;
  policy?: PagePolicy;
}

/** What a page may do beyond the Content-Security-Policy of all pages: other sources, as the policy writes them. */
export interface PagePolicy {
  /** Where a form may lead to. */
  formAction?: string;
  /** What a frame may show. */
  frameSrc?: string;
}

/** Another address to go to, for now. */
export interface PageRedirect {
  location: string;
  setCookie?: string;
}

/** A page about one visitor, which is stored nowhere, and not compressed: it may hold what only they may know. */
export interface PersonalPage {
  personalHtml: string;
  status?: number;
}

/** A page as HTML, content of another type, a response that is kept, or another address. */
export type PageResult =
  | string
  | RenderedPage
  | PersonalPage
  | PageFile
  | PageStream
  | CacheableResponse
  | PageRedirect;

export type PageHandler = (request: PageRequest) => Promise<PageResult>;

/** Of somebody who is signed in. */
export type Signed<Request extends PageCaller> = Request & { viewer: Viewer };

export type SignedPageHandler = (request: Signed<PageRequest>) => Promise<PageResult>;

/** A form that a page of this catalog has sent. */
export interface FormRequest extends PageCaller, BrowserRequest {
  params: Record<string, string>;
  form: URLSearchParams;
  /** Of a form that sends a file, which has no other fields. */
  file: FormFile | undefined;
  site: Site;
  /** Is aborted when the visitor has left. */
  signal: AbortSignal;
}

/** After a form was sent: where the browser goes on, what it downloads, the page with the form again and what is wrong with it, or for a script that it is done. */
export type FormResult = (PersonalPage | { seeOther: string } | { downloadUrl: string } | { isDone: true }) & {
  setCookie?: string;
};

export type FormHandler = (request: FormRequest) => Promise<FormResult>;

export type SignedFormHandler = (request: Signed<FormRequest>) => Promise<FormResult>;

/** What a page and a form on it are both called with. */
export type Asked = PageRequest | FormRequest;
export type SignedAsked = Signed<Asked>;
