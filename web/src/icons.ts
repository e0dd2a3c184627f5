// The few icons of the pages, drawn with lines of the colour of the text around them.
import { safeHtml, type Html } from './html.ts';

const icon = (path: string): Html =>
  safeHtml(`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${path}"/></svg>`);

export const icons = {
  search: icon('M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM11 11l3.2 3.2'),
  download: icon('M8 2v8M4.8 7.2 8 10.4l3.2-3.2M2.5 13.5h11'),
  star: icon('m8 1.8 1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.600l-3.800 2 .7-4.300-3.100-3 4.300-.6Z'),
  theme: icon('M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 2v12'),
  check: icon('m3 8.5 3.500 3.500 6.500-7.500'),
  copy: icon('M5.500 5.500v-3h8v8h-3M2.500 5.500h8v8h-8Z'),
  file: icon('M9.500 1.500h-6v13h9v-10ZM9.500 1.500v3h3'),
  grid: icon('M2.500 2.500H7V7H2.500ZM9 2.500h4.500V7H9ZM2.500 9H7v4.500H2.500ZM9 9h4.500v4.500H9Z'),
  rows: icon('M2.500 3.500h11M2.500 8h11M2.500 12.500h11'),
  link: icon('M6.500 3.500h-4v10h10v-4M9.500 2.500h4v4M13.500 2.500l-6 6'),
  reload: icon('M13 8.500a5 5 0 1 1-1.500-4L13.500 6M13.500 2.500V6H10'),
  filter: icon('M2 3h12L9.500 8.500V13l-3-1.500v-3Z'),
  folder: icon('M1.500 12.500v-9h4.500l1.500 2h7v7Z'),
};
