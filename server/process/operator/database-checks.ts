import { sql } from 'kysely';
import type { Config } from '#server/config/config.ts';
import { missingProviders } from '#server/config/missing-providers.ts';
import type { Db } from '#server/context.ts';
import { enteredServices } from '#server/database/installation-check.ts';
import { breaks } from '#server/ledger/queries.ts';
import { freezeStatus } from '#server/ledger/reconcile.ts';
import { noticeAttempts } from '#server/payments/webhooks/commands.ts';
import { earliestDeadlines } from '#server/staff/overview/system-state.ts';
import { programName } from './command.ts';
import { stateOf } from './finding.ts';
import type { Finding } from './finding.ts';

type Result = Omit<Finding, 'part'>;

interface DatabaseCheck {
  part: string;
  run: (config: Config, db: Db) => Promise<Result>;
}

/** Seconds between the clocks of this machine and the database. */
const clockLimits = { warn: 1, fail: 5 };
/** Seconds of the oldest job that could run. A worker takes one within a second. */
const jobLimits = { warn: 60, fail: 300 };
/** Seconds of the oldest passed deadline. Sweeps run every few seconds. */
const timerLimits = { warn: 60, fail: 300 };

/** What is checked in the database, in the order of the report. */
export const databaseChecks: readonly DatabaseCheck[] = [
  { part: 'relógio', run: checkClock },
  { part: 'provedores', run: checkProviders },
  { part: 'administração', run: checkAdmins },
  { part: 'fila', run: checkQueue },
  { part: 'falhas', run: checkFailures },
  { part: 'prazos', run: checkTimers },
  { part: 'dinheiro', run: checkFreeze },
  { part: 'contabilidade', run: checkBooks },
];

/** The query's own time counts half: its reply was read on the way. */
async function checkClock({ production }: Config, db: Db): Promise<Result> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date; moved: number }>`
    select clock_timestamp() as now, (select offset_ms from clock) as moved`.execute(db);
  const seconds = Math.abs(rows[0]!.now.getTime() - (before + Date.now()) / 2) / 1000;
  const text = `${seconds.toFixed(1)} s de diferença entre esta máquina e o banco`;
  if (production && rows[0]!.moved !== 0)
    return { state: 'fail', text: 'o relógio do mercado foi deslocado' };
  return { state: stateOf(seconds, clockLimits), text };
}

async function checkProviders(config: Config, db: Db): Promise<Result> {
  const missing = missingProviders(config, await enteredServices(db));
  if (missing.length > 0) return { state: 'fail', text: missing.join(' ') };
  if (!config.simulators) return { state: 'ok', text: 'pagamentos, e-mail e SMS' };
  return { state: config.production ? 'warn' : 'ok', text: 'há simuladores: o que falta é simulado' };
}

async function checkAdmins(_config: Config, db: Db): Promise<Result> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where role = 'admin' and state = 'active'`.execute(db);
  const { count } = rows[0]!;
  if (count === 0) return { state: 'warn', text: `ninguém administra; ${programName} create-admin` };
  return { state: 'ok', text: count === 1 ? 'uma pessoa' : `${count} pessoas` };
}

async function checkQueue(_config: Config, db: Db): Promise<Result> {
  const { rows } = await sql<{ count: number; age: number }>`
    select count(*)::int as count, coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as age
    from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts`.execute(db);
  const { count, age } = rows[0]!;
  const state = stateOf(age, jobLimits);
  if (state === 'ok') return { state, text: `${count} tarefas à espera` };
  return {
    state,
    text: `${count} tarefas à espera, a mais antiga há ${Math.round(age)} s: há um worker de pé?`,
  };
}

async function checkFailures(_config: Config, db: Db): Promise<Result> {
  const { rows } = await sql<{ jobs: number; notices: number }>`
    select (select count(*) from graphile_worker.jobs where attempts >= max_attempts)::int as jobs,
      (select count(*) from provider_events where processed_at is null and attempts >= ${noticeAttempts})::int as notices`.execute(
    db,
  );
  const { jobs, notices } = rows[0]!;
  if (jobs + notices === 0) return { state: 'ok', text: 'nenhuma tarefa desistiu' };
  return {
    state: 'warn',
    text: `${jobs} tarefas e ${notices} avisos de provedores desistiram; ${programName} retry-jobs`,
  };
}

async function checkTimers(_config: Config, db: Db): Promise<Result> {
  const { rows } = await sql<{ age: number | null }>`
    select extract(epoch from deadline_now() - (${earliestDeadlines}))::float8 as age`.execute(db);
  const age = rows[0]!.age ?? 0;
  const state = stateOf(age, timerLimits);
  if (state === 'ok') return { state, text: 'nenhum vencido sem ser cumprido' };
  return { state, text: `o mais antigo venceu há ${Math.round(age)} s e não foi cumprido` };
}

async function checkFreeze(_config: Config, db: Db): Promise<Result> {
  const frozen = await freezeStatus(db);
  return frozen
    ? { state: 'fail', text: `parado desde ${frozen.at.toISOString()}: ${frozen.reason}` }
    : { state: 'ok', text: 'move-se' };
}

async function checkBooks(_config: Config, db: Db): Promise<Result> {
  const found = await breaks(db);
  const [first] = found;
  if (!first) return { state: 'ok', text: 'fecha' };
  const { id, subject, subjectId, fault } = first;
  return {
    state: 'fail',
    text: `não fecha em ${found.length} pontos; o primeiro: ${id} ${subject} ${subjectId ?? ''} ${fault}`,
  };
}
