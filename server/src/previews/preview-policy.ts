// The headers of the files of previews: a box without an origin, which loads its own files and connects to nothing else, in frames of this catalog
// alone.
import type { PreviewPlace } from '../realms/preview-address.ts';

/** Of the frame, and of what is in it. Only on a host of its own a realm may have storage: on that of the catalog it would be the catalog's. */
export function sandboxOf(isOwnHost: boolean): string {
  return `allow-scripts allow-forms${isOwnHost ? ' allow-same-origin' : ''}`;
}

/** `base` is the address of all files of the preview. `'self'` would be the whole catalog: a preview could post downloads from every viewer's address. */
export function previewHeaders({ publicUrl }: PreviewPlace, base: string, isOwnHost: boolean): Record<string, string> {
  const { origin } = new URL(publicUrl);
  return {
    'content-security-policy': `sandbox ${sandboxOf(isOwnHost)}; default-src ${base} data: blob: 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors ${origin}`,
    // The policy above says nothing of WebRTC, and nothing of the connection that a browser opens before it refuses to follow a link.
    'connection-allowlist': '(response-origin)',
    vary: 'sec-fetch-dest, accept-encoding',
    'referrer-policy': 'no-referrer', // the address may be signed
    'x-robots-tag': 'noindex',
  };
}
