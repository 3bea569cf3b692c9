import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openOperatedMarket, refusalOf } from '#test/process/operator.ts';
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

/** Changes a balance as the owner of the database could. */
const change = (sign: string) =>
  market.asOwner(
    `update money.accounts set credits = credits ${sign} 1 where id = (select min(id) from money.accounts)`,
  );

test(
  'freeze-money stops postings until unfreeze-money, each with its reason',
  { timeout: timeoutMs },
  async () => {
    const sale = await market.sales.delivered();
    expect((await market.admin('freeze-money', 'Chave', 'vazada')).output).toBe(
      'O dinheiro está parado: Chave vazada\n',
    );
    expect((await market.admin('freeze-money', 'De novo')).output).toBe(
      'O dinheiro já estava parado: Chave vazada\n',
    );
    const confirm = () =>
      market.sales.request('POST', `/orders/${sale.hash}/confirmation`, {
        token: sale.buyer.token,
        key: true,
      });
    expect((await confirm()).body).toMatchObject({ status: 503, code: 'money_frozen' });
    const checked = await market.admin('check');
    expect(checked.code).toBe(1);
    expect(checked.output).toMatch(/^fail {2}dinheiro: parado desde .*: Chave vazada$/m);
    expect((await market.admin('unfreeze-money', 'Chave trocada')).output).toBe(
      'O dinheiro voltou a se mover.\n',
    );
    expect((await market.admin('unfreeze-money', 'De novo')).output).toBe('O dinheiro não estava parado.\n');
    expect((await confirm()).status).toBe(200);
    const [unfrozen, frozen] = await market.audited();
    expect(unfrozen).toMatchObject({ kind: 'operator.money_unfrozen', reason: 'Chave trocada' });
    expect(frozen).toMatchObject({ kind: 'operator.money_frozen', reason: 'Chave vazada' });
  },
);

test('unfreeze-money is refused while the books do not balance', { timeout: timeoutMs }, async () => {
  await market.sales.delivered();
  await market.admin('freeze-money', 'Conferência');
  await change('+');
  expect(refusalOf(await market.admin('unfreeze-money', 'Já vi'))).toMatch(
    /^✖ A contabilidade não fecha em \d+ pontos\./,
  );
  expect((await market.admin('check')).output).toMatch(/^fail {2}contabilidade: não fecha/m);
  await change('-');
  expect((await market.admin('unfreeze-money', 'Corrigido')).code).toBe(0);
});
