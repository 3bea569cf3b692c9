import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '#server/context.ts';
import type { Child } from '#test/load/child.ts';
import { judgeFlatness } from './flatness.ts';
import type { Flatness } from './flatness.ts';
import type { Taken } from './traffic.ts';

const megabyte = 1_048_576;

/** What must stay flat: the share of the mean by which it may rise in the second half, and what is always allowed. */
const measures = {
  'memória (RSS), MB': { share: 0.05, least: 10 },
  'heap depois da coleta, MB': { share: 0.05, least: 4 },
  'arquivos abertos': { share: 0.05, least: 8 },
  'sockets em tempo real': { share: 0.05, least: 8 },
  'conexões HTTP': { share: 0.05, least: 8 },
  'conexões no PostgreSQL': { share: 0.05, least: 4 },
};
type Measure = keyof typeof measures;

/** Reads, during a long run, what a server holds. */
export function openSampler(given: { server: Child; metricsPort: number; db: Db }) {
  const names = Object.keys(measures) as Measure[];
  const series = new Map<Measure, number[]>(names.map((name) => [name, []]));
  const columns = ['min', 'visitas', 'sucesso %', 'p95 ms', ...names, 'atraso do laço p99 ms'];
  const startedAt = performance.now();

  return {
    head: [`| ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length)}`],
    /** @returns a row of the table */
    async sample({ done, failed, p95Ms }: Taken): Promise<string> {
      const metrics = await readMetrics(given.metricsPort);
      const held = await heldBy(given, metrics);
      for (const name of names) series.get(name)!.push(held[name]);
      const cells = [
        ((performance.now() - startedAt) / 60_000).toFixed(1),
        done,
        ((100 * done) / Math.max(1, done + failed)).toFixed(3),
        Math.round(p95Ms),
        ...names.map((name) => Math.round(held[name])),
        Math.round(metrics('event_loop_delay_seconds', 'quantile="0.99"') * 1_000),
      ];
      return `| ${cells.join(' | ')} |`;
    },
    judge: (): Flatness[] =>
      names.map((name) => judgeFlatness({ name, values: series.get(name)!, ...measures[name] })),
  };
}

async function heldBy(
  { server, db }: { server: Child; db: Db },
  metrics: Awaited<ReturnType<typeof readMetrics>>,
): Promise<Record<Measure, number>> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name <> 'soak'`.execute(db);
  const handles = await readdir(`/proc/${server.pid}/fd`).catch(() => []);
  const { rss, heapUsed } = await server.ask<NodeJS.MemoryUsage>({});
  return {
    'memória (RSS), MB': rss / megabyte,
    'heap depois da coleta, MB': heapUsed / megabyte,
    'arquivos abertos': handles.length,
    'sockets em tempo real': metrics('realtime_sockets'),
    'conexões HTTP': metrics('http_connections'),
    'conexões no PostgreSQL': rows[0]!.count,
  };
}

/** The value of a metric; delays are those since the last time that they were read. */
async function readMetrics(port: number) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return (name: string, label = ''): number => {
    const line = text
      .split('\n')
      .find((each) => each.startsWith(`praca_${name}`) && each.slice(name.length).includes(label));
    return Number(line?.split(' ')[1]);
  };
}
