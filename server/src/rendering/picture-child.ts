// The process that draws pictures: each message is an SVG, and each response is its PNG.
import { Resvg } from '@resvg/resvg-js';
import type { PictureJob } from './pictures.ts';

function draw({ svg, width, fontFiles }: PictureJob): Uint8Array {
  const font = { fontFiles, loadSystemFonts: false };
  return new Resvg(svg, { fitTo: { mode: 'width', value: width }, font }).render().asPng();
}

process.on('message', (job: PictureJob) => process.send?.(draw(job)));
process.once('disconnect', () => process.exit(1)); // the server has ended, even if it was killed
process.send?.('ready'); // the time limit of the first picture does not include loading these files
