// What is said of a version that was yanked, and of a realm that is deprecated.

export const yankText = (version: string, reason: string) =>
  sentence(`${version} was yanked${reason && `: ${reason}`}`);

export function deprecationText(name: string, { message, successor }: { message: string; successor: string }): string {
  return [`${name} is deprecated.`, message && sentence(message), successor && `Use ${successor}.`]
    .filter(Boolean)
    .join(' ');
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
