// What a row of the sample says of a realm.
import type { PreviewKind } from './previews.ts';
import type { ReadmeKind } from './readmes.ts';
import type { Content } from './screens/drawing.ts';
import type { ScreenKind } from './screens.ts';

export interface SampleRealm {
  slug: string;
  name: string;
  author: string;
  description: string;
  category: string;
  tags: string[];
  license?: string;
  visibility?: 'unlisted' | 'private';
  isFeatured?: true;
  hasRepository?: true;
  hasDemo?: true;
  deprecated?: { message: string; successor: string };
  /** The oldest first; without one, nothing was uploaded. */
  versions?: string[];
  /** Reasons by version. */
  yanked?: Record<string, string>;
  readme?: ReadmeKind;
  hasChangelog?: true;
  features?: { auth?: true; payments?: true; database?: true };
  requirements?: { node?: string; npm?: string };
  /** The pictures that `realm.json` names, the cover first. */
  screens?: ScreenKind[];
  /** A picture that only the README shows. */
  readmeScreen?: ScreenKind;
  preview?: PreviewKind;
  /** What its screens, its preview and its files are about; its description and tags unless it says more. */
  content?: Partial<Content>;
  /** Of its colours, in degrees. */
  hue?: number;
  /** How many of the last days it is old. */
  age: number;
  /** Over the whole time; the last third of the days has so many times as many as the first. */
  downloads: number;
  growth?: number;
  /** By how many of the authors. */
  stars?: number;
}

export interface Author {
  username: string;
  name: string;
  bio: string;
}
