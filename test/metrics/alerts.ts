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
 * number with `min`, `max` or `sum` over series, their quotients, `abs` and `rate`.
 */
export function holds({ expression }: Alert, scrapes: Scrapes): boolean {
  const [, left, operator, limit] = /^(.+) ([<>]) ([\d.]+)$/.exec(expression)!;
  const values = evaluate(left!, scrapes);
  return values.some((value) => (operator === '>' ? value > Number(limit) : value < Number(limit)));
}

const folds: Readonly<Record<string, (values: number[]) => number[]>> = {
  min: (values) => (values.length > 0 ? [Math.min(...values)] : []),
  max: (values) => (values.length > 0 ? [Math.max(...values)] : []),
  sum: (values) => (values.length > 0 ? [values.reduce((sum, value) => sum + value, 0)] : []),
  abs: (values) => values.map(Math.abs),
};

function evaluate(text: string, scrapes: Scrapes): number[] {
  const quotient = /^((?:[^()/]|\([^/]*\))+) \/ (.+)$/.exec(text);
  if (quotient) {
    const [over, under] = [evaluate(quotient[1]!, scrapes), evaluate(quotient[2]!, scrapes)];
    return over.map((value, at) => value / under[at]!);
  }
  const call = /^(\w+)\((.+)\)$/.exec(text);
  if (call?.[1] === 'rate') return rate(call[2]!, scrapes);
  if (call) return folds[call[1]!]!(evaluate(call[2]!, scrapes));
  return select(text, scrapes.now).map(({ value }) => value);
}

/** A series that is new was zero before. */
function rate(range: string, { before, now, seconds }: Scrapes): number[] {
  const selector = range.replace(/\[\w+\]$/, '');
  const earlier = new Map(select(selector, before).map((sample) => [keyOf(sample), sample.value]));
  return select(selector, now).map((sample) => (sample.value - (earlier.get(keyOf(sample)) ?? 0)) / seconds);
}

const keyOf = ({ name, labels }: Sample) => `${name} ${JSON.stringify(labels)}`;

function select(selector: string, samples: readonly Sample[]): Sample[] {
  const [, name, conditions = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector)!;
  const wanted = [...conditions.matchAll(/(\w+)="([^"]*)"/g)];
  return samples.filter(
    (sample) => sample.name === name && wanted.every(([, key, value]) => sample.labels[key!] === value),
  );
}
