// The page that shows the design of the pages: its tokens, its parts in all states, and a hundred emblems.
import type { RealmSummary } from '@realm-catalog/contract';
import { avatarSamples, emblemSamples, emblemSizes } from '../design/emblems.ts';
import { chartSample, codeSample, controls, labels, navigation, notices, tableSample } from '../design/parts.ts';
import { cardSamples, rowSamples } from '../design/samples.ts';
import { colourSamples, spaceAndShape, typeScale } from '../design/tokens.ts';
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import type { ShownCollection } from '../parts/collection-card.ts';
import type { Site } from '../site.ts';

export interface DesignView {
  realms: RealmSummary[];
  collections: ShownCollection[];
}

export function designPage(site: Site, { realms, collections }: DesignView): string {
  return layout(site, {
    title: 'Design',
    description: 'The colours, the type and the parts that the pages of this catalog are made of.',
    path: '/docs/design',
    isIndexed: false,
    content: html`<header class="stack page-head">
        <h1>Design</h1>
        <p class="realm-description">What the pages of this catalog are made of.</p>
      </header>
      <div class="design">
        ${section('type', 'Type', typeScale())} ${section('space', 'Space and shape', spaceAndShape())}
        ${section('colours', 'Colours', colourSamples())} ${section('controls', 'Buttons and forms', controls())}
        ${section('navigation', 'Tabs and pages', navigation(site))} ${section('labels', 'Chips and badges', labels())}
        ${section('notices', 'Notices and empty states', notices())}
        ${section('cards', 'Cards', cardSamples(site, realms, collections))}
        ${section('rows', 'Rows', rowSamples(site, realms))} ${section('tables', 'Tables', tableSample())}
        ${section('charts', 'Charts', chartSample(site))} ${section('code', 'Code and prose', codeSample())}
        ${section('emblems', 'Emblems and avatars', html`${emblemSizes()}${emblemSamples()}${avatarSamples()}`)}
      </div>`,
  });
}

function section(id: string, title: string, content: Html): Html {
  return html`<section class="section stack" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`;
}
