// Reads what /metrics answers: https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format.

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export function samplesOf(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', of = '']) => [key, of]);
      return { name, labels: Object.fromEntries(pairs) as Sample['labels'], value: Number(value) };
    });
}

/** The first of this name that has these labels among its own. */
export function sampleOf(text: string, name: string, labels: Sample['labels'] = {}): number | undefined {
  const wanted = Object.entries(labels);
  const sample = samplesOf(text).find(
    (one) => one.name === name && wanted.every(([label, value]) => one.labels[label] === value),
  );
  return sample?.value;
}
