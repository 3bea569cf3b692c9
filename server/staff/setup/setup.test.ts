import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import type { SetupStep, TryOutKind } from '#domain/staff/setup.ts';
import type { PaymentProvider } from '#server/adapters/payments/payment-provider.ts';
import { refusal } from '#server/adapters/payments/failures.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
let admin: Person;
beforeEach(async () => {
  market = await createMarket();
  admin = await market.user({ role: 'admin' });
});
afterEach(() => market.close());

async function setup(as = admin) {
  const { status, data, text } = await market.request('GET', '/staff/setup', { token: as.token });
  expect(status, text).toBe(200);
  return data;
}
const stateOf = async (step: SetupStep) =>
  (await setup()).items.find((item: { step: SetupStep }) => item.step === step);
const tryOut = (kind: TryOutKind, as = admin) =>
  market.request('POST', '/staff/try-outs', { token: as.token, body: { kind } });

describe('the set-up', () => {
  test('counts what is missing, in the order to do it, and no default that works', async () => {
    await market.setRules({ company: defaultRules.company });
    market.forgetCaches();
    const { items, open, editable } = await setup();
    expect(items.map(({ step, state }: Record<string, string>) => [step, state])).toEqual([
      ['second_step', 'done'],
      ['brand', 'missing'],
      ['company', 'missing'],
      ['payments', 'missing'],
      ['mail', 'missing'],
      ['sms', 'missing'],
      ['storage', 'standard'],
      ['categories', 'missing'],
      ['fees', 'standard'],
      ['texts', 'standard'],
    ]);
    expect([open, editable]).toEqual([6, true]);
  });

  test('follows the state of the installation', async () => {
    await market.setRules({
      brand: { name: 'Feira', hue: 20, logo: '' },
      plans: { ...defaultRules.plans, prata: { ...defaultRules.plans.prata, commissionBps: 900 } },
    });
    await market.request('POST', '/staff/category-templates/services/entries', {
      token: admin.token,
      key: true,
    });
    expect(await stateOf('brand')).toMatchObject({ state: 'done', detail: 'Feira, sem logotipo próprio.' });
    expect(await stateOf('company')).toMatchObject({ state: 'done' });
    expect(await stateOf('fees')).toMatchObject({ state: 'done' });
    expect(await stateOf('categories')).toMatchObject({ state: 'done' });
    await sql`delete from totp_secrets where user_id = ${admin.id}`.execute(market.ctx.db);
    const other = await market.user({ role: 'admin' });
    const { items } = await setup(other);
    expect(items[0]).toMatchObject({ step: 'second_step', state: 'missing' });
  });

  test('says that a proposed company awaits its day', async () => {
    await market.setRules({ company: defaultRules.company });
    await market.user();
    const { data } = await market.request('GET', '/staff/settings', { token: admin.token });
    await market.request('POST', '/staff/settings/versions', {
      token: admin.token,
      key: true,
      body: {
        basedOn: data.version.id,
        changes: {
          'company.name': 'Feira do Largo Ltda.',
          'company.document': '11.222.333/0001-81',
          'company.address': 'Largo da Ordem, 10, Centro, Curitiba, PR, 80020-000',
          'company.email': 'contato@feira.com.br',
        },
        reason: 'Abertura da loja',
      },
    });
    expect(await stateOf('company')).toMatchObject({ state: 'waiting' });
  });

  test('is read by support, which changes nothing', async () => {
    expect((await setup(await market.user({ role: 'support' }))).editable).toBe(false);
  });
});

describe('a try-out', () => {
  test('without a provider says that it was simulated, and is recorded', async () => {
    for (const kind of ['mail', 'sms', 'pix'] as const) {
      const { status, data, text } = await tryOut(kind);
      expect(status, text).toBe(200);
      expect(data).toMatchObject({ ok: true, text: expect.stringMatching(/^Nenhum provedor de /) });
    }
    const { rows } = await sql<{ recipient: string }>`select recipient from mails`.execute(market.ctx.db);
    expect(rows.map(({ recipient }) => recipient)).toEqual([admin.email]);
    const events = await sql<{ after: object }>`
      select after from audit_log where kind = 'settings.tried_out' order by id`.execute(market.ctx.db);
    expect(events.rows.map(({ after }) => after)).toEqual([
      { serviço: 'mail', deu_certo: true },
      { serviço: 'sms', deu_certo: true },
      { serviço: 'pix', deu_certo: true },
    ]);
  });

  test('leaves no Pix that could be paid', async () => {
    const created: string[] = [];
    const { createPixCharge } = market.ctx.payments;
    provider({
      createPixCharge: async (charge) => {
        created.push(charge.reference);
        return createPixCharge(charge);
      },
    });
    await tryOut('pix');
    expect(created).toHaveLength(1);
    expect(await market.ctx.payments.findCharge({ reference: created[0]! })).toMatchObject({
      state: 'cancelled',
      incomingPayments: [],
    });
  });

  test('names no fictional company as the receiver', async () => {
    await market.setRules({ company: defaultRules.company });
    let receiver = '';
    const { createPixCharge } = market.ctx.payments;
    provider({
      createPixCharge: (charge) => {
        receiver = charge.receiverName;
        return createPixCharge(charge);
      },
    });
    await tryOut('pix');
    expect(receiver).toBe(defaultRules.brand.name);
  });

  test('gives the reason when the provider refuses or does not answer', async () => {
    provider({ createPixCharge: () => Promise.reject(refusal('asaas', 400, 'invalid_customer')) });
    expect((await tryOut('pix')).data).toEqual({
      ok: false,
      text: 'O provedor recusou o pedido (resposta 400).',
    });
    provider({ createPixCharge: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })) });
    expect((await tryOut('pix')).data.text).toBe('O serviço não respondeu. Confira o endereço e a rede.');
  });

  test('asks for the company where the provider asks for the payer’s document', async () => {
    await market.setRules({ company: defaultRules.company });
    provider({ asksOfPayer: () => 'document' });
    expect((await tryOut('pix')).data).toMatchObject({
      ok: false,
      text: expect.stringContaining('Preencha a empresa antes'),
    });
  });

  test('of a text needs a confirmed phone', async () => {
    await sql`update users set phone = null, phone_verified_at = null where id = ${admin.id}`.execute(
      market.ctx.db,
    );
    expect((await tryOut('sms')).data).toMatchObject({
      ok: false,
      text: expect.stringContaining('não tem celular confirmado'),
    });
  });

  test('is for administrators, of known kinds, twenty an hour', async () => {
    const support = await market.user({ role: 'support' });
    expect((await tryOut('mail', support)).status).toBe(403);
    expect((await tryOut('fax' as TryOutKind)).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 21 }, () => tryOut('mail')));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  });
});

/** Another payment provider from now on, which answers like the simulated one but for these calls. */
function provider(calls: Partial<PaymentProvider>): void {
  const { payments } = market.ctx;
  Object.assign(market.ctx, { payments: { ...payments, ...calls } });
}
