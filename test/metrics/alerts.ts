import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sample } from './scrape.ts';

const file = join(import.meta.dirname, '../../ops/prometheus/alerts.yml');

export interface Alert {
  name: string;
  expression: string;
}

export async function readAlerts(): Promise<Alert[]> {
  const text = await readFile(file, 'utf8');
  return [...text.matchAll(/- alert: (\w+)\n\s+expr: '(.+)'\n/g)].map(([, name, expression]) => ({
    name: name!,
    expression: expression!,
  }));
}

/** Two scrapes of the same processes, of which the rates are the differences. */
interface Scrapes {
  before: readonly Sample[];
  now: readonly Sample[];
  seconds: number;
}

/**
 * Whether the condition of a rule holds, without its `for`. It reads what our rules use of PromQL: one comparison of a
 * number with `min`, `max` or `sum` over series, all or by one label, their quotients, `abs` and `rate`.
 */
export function holds({ expression }: Alert, scrapes: Scrapes): boolean {
  const [, left, operator, limit] = /^(.+) ([<>]) ([\d.]+)$/.exec(expression)!;
  return evaluate(left!, scrapes).some(({ value }) =>
    operator === '>' ? value > Number(limit) : value < Number(limit),
  );
}

const folds: Readonly<Record<string, (values: number[]) => number>> = {
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
};

function evaluate(text: string, scrapes: Scrapes): Sample[] {
  const quotient = /^((?:[^()/]|\([^/]*\))+) \/ (.+)$/.exec(text);
  if (quotient) {
    const under = new Map(
      evaluate(quotient[2]!, scrapes).map(({ labels, value }) => [JSON.stringify(labels), value]),
    );
    return evaluate(quotient[1]!, scrapes).map(({ labels, value }) => ({
      name: '',
      labels,
      value: value / (under.get(JSON.stringify(labels)) ?? NaN),
    }));
  }
  const call = /^(\w+)(?: by \((\w+)\) )?\((.+)\)$/.exec(text);
  if (!call) return select(text, scrapes.now);
  const [, name, label, argument] = call;
  if (name === 'rate') return rate(argument!, scrapes);
  const series = evaluate(argument!, scrapes);
  if (name === 'abs') return series.map((sample) => ({ ...sample, value: Math.abs(sample.value) }));
  return [...Map.groupBy(series, ({ labels }) => (label ? labels[label]! : ''))].map(([group, samples]) => ({
    name: '',
    labels: label ? { [label]: group } : {},
    value: folds[name!]!(samples.map(({ value }) => value)),
  }));
}

/** A series that is new was zero before. */
function rate(range: string, { before, now, seconds }: Scrapes): Sample[] {
  const selector = range.replace(/\[\w+\]$/, '');
  const earlier = new Map(select(selector, before).map((sample) => [keyOf(sample), sample.value]));
  return select(selector, now).map((sample) => ({
    ...sample,
    value: (sample.value - (earlier.get(keyOf(sample)) ?? 0)) / seconds,
  }));
}

const keyOf = ({ name, labels }: Sample) => `${name} ${JSON.stringify(labels)}`;

function select(selector: string, samples: readonly Sample[]): Sample[] {
  const [, name, conditions = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector)!;
  const wanted = [...conditions.matchAll(/(\w+)="([^"]*)"/g)];
  return samples.filter(
    (sample) => sample.name === name && wanted.every(([, key, value]) => sample.labels[key!] === value),
  );
}
