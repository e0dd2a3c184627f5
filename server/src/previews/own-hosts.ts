// The hosts of previews, where `PREVIEW_URL` gives each realm one: they answer preview files alone, so that nothing of the catalog shares an origin with
// the work of an author.
import { hostName } from '../http/host.ts';

/** Returns a function that finds the first label of the preview host that a request is for; undefined on the catalog's own. */
export function previewLabels(previewUrl: string): (host: string | undefined) => string | undefined {
  if (previewUrl === '') return () => undefined;
  const end = hostName(previewUrl.slice(previewUrl.indexOf('*') + 1));
  return (host = '') => {
    const name = hostName(host);
    return name.endsWith(end) ? name.slice(0, -end.length) : undefined;
  };
}
