// Describes a realm as a template of giget (https://github.com/unjs/giget), whose registry is `GIGET_REGISTRY={publicUrl}/giget`.

export interface GigetTemplate {
  name: string;
  tar: string;
  version: string;
  defaultDir: string;
  url: string;
}

/** giget caches by name and version, and drops the first folder of every path: the archive must have one top folder. */
export function gigetTemplate(slug: string, version: string, link: string, publicUrl: string): GigetTemplate {
  return { name: slug, tar: link, version, defaultDir: slug, url: `${publicUrl}/v1/api/realms/${slug}` };
}
