import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAsaas } from '#server/adapters/payments/asaas.ts';
import { createMercadoPago } from '#server/adapters/payments/mercado-pago.ts';
import type { PaymentProvider } from '#server/adapters/payments/payment-provider.ts';
import { confirmPayment } from '#server/orders/payment/payment.ts';
import { startAsaas } from '#test/payments/doubles/asaas.ts';
import { startMercadoPago } from '#test/payments/doubles/mercado-pago.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

/** A fake provider where people can pay any amount. */
interface Played {
  provider: PaymentProvider;
  pay(reference: string, amountCents: number): void;
  close(): Promise<void>;
}

const providers: Record<string, () => Promise<Played>> = { asaas: playAsaas, mercadopago: playMercadoPago };

test.each(Object.keys(providers))(
  'at %s a part is held, the rest pays, and both are refunded',
  async (name) => {
    const { provider, pay, close } = await providers[name]!();
    Object.assign(sales.ctx, { payments: provider });
    const sale = await sales.placed({ priceCents: 10_000 });
    const hears = (reference: string) => confirmPayment(sales.ctx, { reference });
    pay(sale.reference, 6_000);
    await hears(sale.reference);
    const { deal } = await sales.view(sale, sale.buyer);
    expect(deal.payment).toMatchObject({ state: 'pending', amountCents: 4_000, heldCents: 6_000 });
    const rest = await restOf(sale);
    pay(rest, 4_000);
    await hears(rest);
    expect(await sales.stateOf(sale)).toBe('paid');
    await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
    await sales.drain();
    expect((await sales.refunds(sale)).map(({ state, amount_cents: cents }) => [state, cents])).toEqual([
      ['used', 6_000],
      ['completed', 4_000],
      ['completed', 6_000],
    ]);
    await close();
  },
);

async function restOf(sale: Placed): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    select reference from payments where order_id = ${sale.id} and state = 'pending'`.execute(sales.db);
  return rows[0]!.reference;
}

async function playAsaas(): Promise<Played> {
  const { settings, pay, close } = await startAsaas();
  return {
    provider: createAsaas(settings),
    pay: (reference, amountCents) => pay(reference, false, amountCents),
    close,
  };
}

async function playMercadoPago(): Promise<Played> {
  const { settings, baseUrl, pay, close } = await startMercadoPago();
  return { provider: createMercadoPago({ ...settings, baseUrl }, sales.ctx.config), pay, close };
}
