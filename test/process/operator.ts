import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect } from 'vitest';
import { loadKeys } from '#server/secrets/keys.ts';
import { openSales } from '#test/orders/sales.ts';

const program = join(import.meta.dirname, '../../server/process/operator/main.ts');

export interface Outcome {
  code: number | null;
  /** What it wrote to the standard output. */
  output: string;
  /** What it wrote to the standard error. */
  errors: string;
}

/** Runs `npm run admin -- …` as a process of its own, with these settings only. */
export function operate(
  settings: Record<string, string>,
  argv: readonly string[],
  input: string = '',
): Promise<Outcome> {
  return runProgram(program, settings, argv, input);
}

/** Runs a program of ours as a process of its own, with these settings only. */
export function runProgram(
  file: string,
  settings: Record<string, string>,
  argv: readonly string[],
  input: string = '',
): Promise<Outcome> {
  const env = { PATH: process.env.PATH, ...settings };
  const child = spawn(process.execPath, [file, ...argv], { env, stdio: 'pipe' });
  const outcome: Outcome = { code: null, output: '', errors: '' };
  child.stdout.on('data', (chunk) => (outcome.output += chunk));
  child.stderr.on('data', (chunk) => (outcome.errors += chunk));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...outcome, code })));
}

/** An event of the operator in the audit log. */
interface Audited {
  kind: string;
  subject_id: string;
  reason: string;
  after: Record<string, unknown> | null;
}

export type OperatedMarket = Awaited<ReturnType<typeof openOperatedMarket>>;

/** A market with an operator, whose commands are processes of their own. */
export async function openOperatedMarket() {
  const sales = await openSales();
  const dataDir = await mkdtemp(join(tmpdir(), 'praca-operator-'));
  const SECRET_KEY = sales.ctx.config.secretKey!;
  await loadKeys(sales.db, SECRET_KEY, []);
  const settings = { DATABASE_URL: sales.database.ownerUrl, DATA_DIR: dataDir, SECRET_KEY };

  async function asOwner<T extends object>(statement: string, values: unknown[] = []): Promise<T[]> {
    const owner = new Client(sales.database.ownerUrl);
    await owner.connect();
    try {
      return (await owner.query<T>(statement, values)).rows;
    } finally {
      await owner.end();
    }
  }

  return {
    sales,
    dataDir,
    settings,
    admin: (...argv: string[]) => operate(settings, argv),
    asOwner,
    /** What the operator did, newest first. */
    audited: () =>
      asOwner<Audited>(
        `select kind, subject_id, reason, after from audit_log where actor_role = 'operator' order by id desc`,
      ),
    async close() {
      await sales.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The refusal of a command that wrote nothing else. */
export function refusalOf({ code, output, errors }: Outcome): string {
  expect({ code, output }).toEqual({ code: 1, output: '' });
  return errors.trim();
}
