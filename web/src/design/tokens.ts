// The tokens of the design, shown: type, space, shape and colours in both themes.
import { html, type Html } from '../html.ts';

const sizes = ['0.8125', '0.875', '1', '1.125', '1.375', '1.75', '2.25', '3'];
const spaces = [4, 8, 12, 16, 24, 32, 48, 72];
const radii = [6, 10, 16];

/** Each colour with the one that it is shown on. */
const colours = [
  ['text', 'page'],
  ['text-soft', 'surface'],
  ['accent', 'surface'],
  ['accent', 'accent-soft'],
  ['on-accent', 'accent'],
  ['visited', 'surface'],
  ['success', 'success-soft'],
  ['warning', 'warning-soft'],
  ['danger', 'danger-soft'],
  ['text-soft', 'surface-raised'],
  ['code-keyword', 'surface-sunken'],
  ['code-string', 'surface-sunken'],
  ['code-number', 'surface-sunken'],
  ['code-title', 'surface-sunken'],
  ['code-attribute', 'surface-sunken'],
  ['code-comment', 'surface-sunken'],
] as const;

/** Sizes and lengths are drawn as SVG, since the policy of the pages forbids styles in the HTML. */
export const typeScale = (): Html =>
  html`<ul class="measures">
    ${sizes.map(
      (size) =>
        html`<li>
          <span class="soft number">${size} rem</span>
          <svg width="100%" height="${size}rem" overflow="visible" aria-hidden="true">
            <text y="80%" font-size="${size}rem" fill="var(--text)">Start here</text>
          </svg>
        </li>`,
    )}
  </ul>`;

export const spaceAndShape = (): Html =>
  html`<div class="halves">
    <ul class="measures">
      ${spaces.map(
        (space) =>
          html`<li>
            <span class="soft number">${space} px</span>
            <svg width="${space}" height="16" aria-hidden="true">
              <rect width="100%" height="100%" fill="var(--accent)" />
            </svg>
          </li>`,
      )}
    </ul>
    <ul class="measures">
      ${radii.map(
        (radius) =>
          html`<li>
            <span class="soft number">${radius} px</span>
            <svg width="96" height="48" aria-hidden="true">
              <rect
                x="1"
                y="1"
                width="94"
                height="46"
                rx="${radius}"
                fill="var(--accent-soft)"
                stroke="var(--accent)"
              />
            </svg>
          </li>`,
      )}
    </ul>
  </div>`;

export const colourSamples = (): Html =>
  html`<div class="halves">
    ${(['light', 'dark'] as const).map(
      (theme) =>
        html`<section class="panel" data-theme="${theme}" aria-label="Colours of the ${theme} theme">
          <h3>${theme === 'light' ? 'Light' : 'Dark'}</h3>
          <ul class="grid small">
            ${colours.map(([text, ground]) => swatch(text, ground))}
          </ul>
        </section>`,
    )}
  </div>`;

function swatch(text: string, ground: string): Html {
  return html`<li>
    <svg width="100%" height="44" role="img" aria-label="${text} on ${ground}">
      <rect width="100%" height="100%" rx="6" fill="var(--${ground})" stroke="var(--line)" />
      <text x="12" y="27" fill="var(--${text})">${text} on ${ground}</text>
    </svg>
  </li>`;
}
