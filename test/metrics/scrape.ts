/** One series of a scrape with its value. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Reads the series at this address, in Prometheus' text format. */
export async function scrape(url: string): Promise<Sample[]> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map(parse);
}

function parse(line: string): Sample {
  const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)!;
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key!, text!]);
  return {
    name: name!,
    labels: Object.fromEntries(pairs),
    value: value === '+Inf' ? Infinity : Number(value),
  };
}

/** The value of the one series with this name and, among others, these labels; undefined where there is none. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Sample['labels'] = {},
): number | undefined {
  return samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
  )?.value;
}
