import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createEmptyTestDatabase } from '#test/database.ts';
import { password } from '#test/accounts/people.ts';
import { openOperatedMarket, operate, refusalOf } from '#test/process/operator.ts';
import type { OperatedMarket } from '#test/process/operator.ts';
import { breaks } from '#server/ledger/queries.ts';
import { sealDecisions } from '#server/staff/seals.ts';

/** Each command is a process of its own, which loads the sources first. */
const timeoutMs = 60_000;

let market: OperatedMarket;
beforeAll(async () => {
  market = await openOperatedMarket();
});
afterEach(async () => expect(await breaks(market.sales.db)).toEqual([]));
afterAll(() => market.close());

test('without a command the help names each of them', { timeout: timeoutMs }, async () => {
  const { code, output } = await market.admin();
  expect(code).toBe(1);
  for (const name of ['create-admin EMAIL USUARIO', 'check', 'unlock', 'retry-jobs', 'export-audit'])
    expect(output).toContain(`  ${name}`);
  expect(await market.admin('--help')).toMatchObject({ code: 0, output });
});

test(
  'unknown commands and wrong arguments are refused with what to write',
  { timeout: timeoutMs },
  async () => {
    expect(refusalOf(await market.admin('promover'))).toMatch(
      /^✖ Não há o comando «promover»\. Escreva um destes: create/,
    );
    expect(refusalOf(await market.admin('constructor'))).toMatch(/^✖ Não há o comando/);
    const usage = '✖ Escreva: npm run admin -- create-admin EMAIL USUARIO [--password-stdin]';
    expect(refusalOf(await market.admin('create-admin', 'a@exemplo.com.br'))).toBe(usage);
    expect(
      refusalOf(await market.admin('create-admin', 'a@exemplo.com.br', 'ana', '--password=segredo')),
    ).toBe(usage);
    expect(refusalOf(await market.admin('unlock'))).toBe('✖ Escreva: npm run admin -- unlock EMAIL|@USUARIO');
    expect(refusalOf(await market.admin('freeze-money'))).toBe(
      '✖ Escreva: npm run admin -- freeze-money MOTIVO',
    );
  },
);

test(
  'a database that is not there, empty, or of another key is refused',
  { timeout: timeoutMs },
  async () => {
    const nowhere = await operate({ DATA_DIR: market.dataDir }, ['unlock', '@ana']);
    expect(refusalOf(nowhere)).toMatch(/^✖ Não há banco em .*praca-operator-.*Confira DATA_DIR/);
    const empty = await createEmptyTestDatabase();
    const early = await operate({ ...market.settings, DATABASE_URL: empty.ownerUrl }, ['unlock', '@ana']);
    expect(refusalOf(early)).toMatch(/^✖ O banco ainda não é desta versão .*npm start/);
    await empty.drop();
    const foreign = await operate({ ...market.settings, SECRET_KEY: randomBytes(32).toString('hex') }, [
      'retry-jobs',
    ]);
    expect(refusalOf(foreign)).toMatch(/^✖ SECRET_KEY: não é a chave deste banco/);
    const wrong = await operate({ ...market.settings, PORT: 'três' }, ['retry-jobs']);
    expect(refusalOf(wrong)).toMatch(/^✖ Há ajustes errados:\n {2}- PORT/);
  },
);

test('unlock ends the pause of an account', { timeout: timeoutMs }, async () => {
  const member = await market.sales.user();
  const signIn = (secret: string) =>
    market.sales.request('POST', '/sessions', { body: { login: member.email, password: secret } });
  while ((await signIn('não é a senha')).status !== 429);
  expect((await signIn(password)).status).toBe(429);
  expect((await market.admin('unlock', `@${member.username}`)).code).toBe(0);
  expect((await signIn(password)).status).toBe(201);
  const [event] = await market.audited();
  expect(event).toMatchObject({ kind: 'operator.unlocked', subject_id: String(member.id) });
  expect(refusalOf(await market.admin('unlock', '@ninguem_aqui'))).toMatch(
    /^✖ Não há conta de @ninguem_aqui\./,
  );
});

test('retry-jobs queues again what gave up, once', { timeout: timeoutMs }, async () => {
  await market.asOwner(
    `select graphile_worker.add_job('mail.send', '{}', max_attempts => 1, run_at => now() + interval '1 hour')`,
  );
  await market.asOwner(`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`);
  expect((await market.admin('check')).output).toMatch(/^warn {2}falhas: 1 tarefas e 0 avisos/m);
  expect((await market.admin('retry-jobs')).output).toMatch(/^De novo na fila: 1 tarefas e 0 avisos/);
  const events = await market.audited();
  expect(events[0]).toMatchObject({ kind: 'operator.jobs_retried', after: { jobs: 1, tasks: 'mail.send' } });
  expect((await market.admin('retry-jobs')).output).toMatch(/^De novo na fila: 0 tarefas e 0 avisos/);
  expect(await market.audited()).toHaveLength(events.length);
  await market.asOwner('delete from graphile_worker._private_jobs');
});

test(
  'rotate-key seals everything under the new key, and without an earlier one says what to do',
  { timeout: timeoutMs },
  async () => {
    expect(refusalOf(await market.admin('rotate-key'))).toMatch(/SECRET_KEY_PREVIOUS/);
    const next = { ...market.settings, SECRET_KEY: randomBytes(32).toString('hex') };
    const rotated = await operate({ ...next, SECRET_KEY_PREVIOUS: market.settings.SECRET_KEY }, [
      'rotate-key',
    ]);
    expect(rotated.output).toMatch(/^Selados de novo: \d+\. Espere meia hora/);
    expect(refusalOf(await market.admin('retry-jobs'))).toMatch(/não é a chave deste banco/);
    expect((await operate(next, ['check'])).output).toMatch(/^ok {4}chave:/m);
    await operate({ ...market.settings, SECRET_KEY_PREVIOUS: next.SECRET_KEY }, ['rotate-key']);
  },
);

test(
  'what the operator did is sealed, and export-audit writes it with its seals',
  { timeout: timeoutMs },
  async () => {
    while ((await sealDecisions.run(market.sales.ctx)) > 0);
    const { code, output } = await market.admin('export-audit');
    expect(code).toBe(0);
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const operators = lines.filter(({ role }) => role === 'operator');
    expect(operators.length).toBeGreaterThan(3);
    expect(operators.every(({ sealHash }) => /^[0-9a-f]{64}$/.test(String(sealHash)))).toBe(true);
    expect((await market.audited())[0]).toMatchObject({
      kind: 'operator.audit_exported',
      after: { rows: lines.length },
    });
    const boss = await market.sales.user({ role: 'admin' });
    const { data } = await market.sales.request('GET', '/staff/audit-log?by=operator', { token: boss.token });
    expect(data.items[0]).toMatchObject({ kind: 'operator.audit_exported', role: 'operator', actor: null });
  },
);
