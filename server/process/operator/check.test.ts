import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openOperatedMarket, operate } from '#test/process/operator.ts';
import type { OperatedMarket } from '#test/process/operator.ts';
import { breaks } from '#server/ledger/queries.ts';

/** Each command is a process of its own, which loads the sources first. */
const timeoutMs = 60_000;

let market: OperatedMarket;
beforeAll(async () => {
  market = await openOperatedMarket();
});
afterEach(async () => expect(await breaks(market.sales.db)).toEqual([]));
afterAll(() => market.close());

test('check is green on a sound installation and names each part', { timeout: timeoutMs }, async () => {
  await market.asOwner('delete from graphile_worker._private_jobs');
  const { code, output } = await market.admin('check');
  expect(output).not.toMatch(/^fail/m);
  expect(code).toBe(0);
  const parts = [...output.matchAll(/^(?:ok|warn|fail) +([^:]+):/gm)].map((match) => match[1]);
  expect(new Set(parts)).toEqual(
    new Set(
      'versão ajustes disco arquivos banco chave relógio provedores administração fila falhas prazos dinheiro contabilidade'.split(
        ' ',
      ),
    ),
  );
});

test(
  'check names wrong and unknown market.settings, a missing database and missing providers',
  { timeout: timeoutMs },
  async () => {
    const wrong = await operate({ ...market.settings, PORT: 'x', SMPT_URL: 'x' }, ['check']);
    expect(wrong.code).toBe(1);
    expect(wrong.output).toMatch(/^warn {2}ajustes: SMPT_URL: .*SMTP_URL\?$/m);
    expect(wrong.output).toMatch(/^fail {2}ajustes: PORT: /m);
    const nowhere = await operate({ DATA_DIR: market.dataDir }, ['check']);
    expect(nowhere.code).toBe(1);
    expect(nowhere.output).toMatch(/^fail {2}banco: Não há banco em/m);
    const foreign = await operate({ ...market.settings, SECRET_KEY: randomBytes(32).toString('hex') }, [
      'check',
    ]);
    expect(foreign.output).toMatch(/^fail {2}chave: SECRET_KEY: não é a chave/m);
    const bare = await operate({ ...market.settings, ALLOW_SIMULATORS: '0' }, ['check']);
    expect(bare.output).toMatch(/^fail {2}provedores: PAYMENT_PROVIDER/m);
  },
);

test('check reports overdue orders and jobs that no worker takes', { timeout: timeoutMs }, async () => {
  await market.asOwner('delete from graphile_worker._private_jobs');
  const { hash } = await market.sales.paid();
  await market.asOwner(`update orders set due_at = market_now() - interval '10 minutes' where hash = $1`, [
    hash,
  ]);
  await market.asOwner(
    `select graphile_worker.add_job('mail.send', '{}', run_at => now() - interval '10 minutes')`,
  );
  const { code, output } = await market.admin('check');
  expect(code).toBe(1);
  expect(output).toMatch(/^fail {2}prazos: o mais antigo venceu há \d+ s/m);
  expect(output).toMatch(/^fail {2}fila: \d+ tarefas à espera, .* worker de pé\?$/m);
  await market.asOwner('delete from graphile_worker._private_jobs');
});
