// Draws a QR code as the path of an SVG, which the Content-Security-Policy of the pages allows. The library is loaded at the first use.

/** The code is `size` squares wide and high, quiet zone included; the path fills the dark ones. */
export interface QrCode {
  size: number;
  path: string;
}

/** As wide as the standard asks for. */
const QUIET_ZONE = 4;

export async function qrCode(text: string): Promise<QrCode> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}
