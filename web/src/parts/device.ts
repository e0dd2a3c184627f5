// What people call a device: the browser and the system that its `User-Agent` names, or the program.

/** The first that is found: a browser names those that it resembles, too. */
const browsers = [
  ['Edge', /\bEdg[A-Z]*\/(\d+)/i],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari/],
] as const;
const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'CrOS', 'Mac OS', 'Linux'] as const;
const systemNames: Record<string, string> = { CrOS: 'ChromeOS', 'Mac OS': 'macOS' };

/** “Firefox 140 on Linux”, or “curl/8.5.0” as the program calls itself. */
export function deviceName(userAgent: string): string {
  for (const [name, pattern] of browsers) {
    const [, version] = pattern.exec(userAgent) ?? [];
    const system = systems.find((one) => userAgent.includes(one));
    if (version !== undefined) return `${name} ${version}${system ? ` on ${systemNames[system] ?? system}` : ''}`;
  }
  return userAgent || 'Unknown';
}
