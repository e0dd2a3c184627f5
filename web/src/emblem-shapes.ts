// The families of figures that emblems are made of. Each fills a square of 64 by 64 with shapes of two tones.

export interface Shape {
  /** The path in the square. */
  path: string;
  /** The tone: 1 is the brighter one, 2 the middle one. */
  tone: 1 | 2;
}

type Draw = (below: number) => number;

/** Four tiles, each with a quarter of a disc in one of its corners. */
function quarters(draw: Draw): Shape[] {
  const first = draw(4);
  const step = 1 + draw(3);
  return [0, 1, 2, 3].map((tile) => {
    const [x, y] = [(tile % 2) * 32, Math.floor(tile / 2) * 32];
    return { path: quarterDisc(x, y, 32, (first + tile * step) % 4), tone: tile === first ? 1 : draw(2) ? 1 : 2 };
  });
}

/** A quarter of a disc whose centre is one corner of a tile, counted clockwise from the upper left. */
function quarterDisc(x: number, y: number, size: number, corner: number): string {
  const [right, bottom] = [x + size, y + size];
  const arc = `A${size} ${size} 0 0 1`;
  return [
    `M${x} ${y}H${right}${arc} ${x} ${bottom}Z`,
    `M${right} ${y}V${bottom}${arc} ${x} ${y}Z`,
    `M${right} ${bottom}H${x}${arc} ${right} ${y}Z`,
    `M${x} ${bottom}V${y}${arc} ${right} ${bottom}Z`,
  ][corner] as string;
}

/** Rings around one corner. */
function rings(draw: Draw): Shape[] {
  const corner = draw(4);
  const [x, y] = [corner === 1 || corner === 2 ? 64 : 0, corner > 1 ? 64 : 0];
  const radii = draw(2) ? [62, 46, 30, 14] : [58, 38, 18];
  return radii.map((radius, at) => ({ path: disc(x, y, radius) + disc(x, y, radius - 8), tone: at % 2 ? 2 : 1 }));
}

function disc(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

/** Bars around the middle, as an equalizer shows them. */
function bars(draw: Draw): Shape[] {
  const heights = [0, 1, 2, 3].map(() => 16 + draw(5) * 9);
  const highest = heights.indexOf(Math.max(...heights));
  return heights.map((height, at) => ({
    path: `M${7 + at * 14} ${32 - height / 2}h8v${height}h-8Z`,
    tone: at === highest ? 1 : 2,
  }));
}

/** Triangles that halve the four tiles, mirrored at the middle. */
function facets(draw: Draw): Shape[] {
  const turn = draw(2);
  return [0, 1, 2, 3].map((tile) => {
    const [x, y] = [(tile % 2) * 32, Math.floor(tile / 2) * 32];
    const isMirrored = ((tile % 2) + Math.floor(tile / 2) + turn) % 2 === 1;
    const half = draw(2);
    const path = isMirrored
      ? `M${x} ${y + 32}L${x + 32} ${y}${half ? `H${x}` : `V${y + 32}`}Z`
      : `M${x} ${y}L${x + 32} ${y + 32}${half ? `H${x}` : `V${y}`}Z`;
    return { path, tone: tile % 2 === draw(2) ? 1 : 2 };
  });
}

/** Two discs that overlap, and a dot. */
function discs(draw: Draw): Shape[] {
  const [x, y] = [20 + draw(3) * 4, 20 + draw(3) * 4];
  const radius = 15 + draw(3) * 2;
  const isAcross = draw(2) === 1;
  return [
    { path: disc(isAcross ? x : 64 - x, y, radius), tone: 2 },
    { path: disc(isAcross ? 64 - x : x, 64 - y, radius), tone: 1 },
    { path: disc(isAcross ? 64 - x : x, y, 5), tone: 1 },
  ];
}

/** Slanted stripes of different widths. */
function stripes(draw: Draw): Shape[] {
  const isRising = draw(2) === 1;
  const widths = [10 + draw(3) * 3, 6 + draw(2) * 4, 12 + draw(2) * 4];
  let at = 4 + draw(4) * 3;
  return widths.map((width, index) => {
    const path = isRising
      ? `M${at - 20} 64L${at + 12} 0h${width}L${at + width - 20} 64Z`
      : `M${at - 20} 0L${at + 12} 64h${width}L${at + width - 20} 0Z`;
    at += width + 9;
    return { path, tone: index === 1 ? 1 : 2 };
  });
}

export const families: readonly ((draw: Draw) => Shape[])[] = [quarters, rings, bars, facets, discs, stripes];
