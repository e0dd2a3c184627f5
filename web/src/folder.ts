// The folder with the styles, the islands and the fonts.

export const webFolder = new URL('../', import.meta.url);
