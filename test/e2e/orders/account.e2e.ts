import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#test/e2e/books.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { securingSteps } from '#domain/orders/securing.ts';
import {
  closeBrowser,
  expectAccessible,
  expectNoSideScroll,
  leave,
  signIn,
  visit,
} from '#test/e2e/visitor.ts';

/** «Proteja a conta» (N13): the buyer of an account is led through making it theirs. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

test('the buyer of an account ticks its steps by keyboard, goes on after a reload, and ends the pause', async () => {
  const hash = await boughtAccount();
  const buyer = await visit(site.url, { width: 375, height: 812 });
  await signIn(buyer, 'compradora@demo.praca');
  await buyer.page.goto(`/pedido/${hash}`);
  const card = buyer.page
    .locator('[data-slot="card"]')
    .filter({ has: buyer.page.getByRole('heading', { name: 'Proteja a conta antes de confirmar' }) });
  await card.getByText('O prazo para confirmar está parado').waitFor();
  await expectAccessible(buyer.page, 'the steps to secure an account');
  await expectNoSideScroll(buyer.page, 'the steps to secure an account');

  const boxes = card.getByRole('checkbox');
  expect(await boxes.count()).toBe(securingSteps.length);
  await boxes.first().focus();
  const stored = buyer.page.waitForResponse((reply) => reply.url().endsWith('/securing/steps/password'));
  await buyer.page.keyboard.press('Space');
  expect((await stored).status()).toBe(200);
  await buyer.page.reload();
  await expect.poll(() => boxes.first().isChecked()).toBe(true);
  const before = await dueAt(hash);

  for (let step = 1; step < securingSteps.length; step++) {
    const next = buyer.page.waitForResponse((reply) => reply.url().includes('/securing/steps/'));
    await boxes.nth(step).focus();
    await buyer.page.keyboard.press('Space');
    expect((await next).status()).toBe(200);
  }
  await card.getByRole('button', { name: 'A conta é minha agora' }).focus();
  await buyer.page.keyboard.press('Enter');
  await buyer.page.getByRole('heading', { name: 'Conta protegida' }).waitFor();
  const hours = (before.getTime() - (await dueAt(hash)).getTime()) / 3_600_000;
  expect(hours).toBeGreaterThan(47);
  expect(hours).toBeLessThan(48);
  await expectAccessible(buyer.page, 'a secured account');
  await leave(buyer);
});

/** A delivered order of the house's buyer, as an account that was delivered a few minutes ago. */
async function boughtAccount(): Promise<string> {
  const rows = await look<{ hash: string }>(
    site,
    `
    with found as (
      select o.id from orders o join users b on b.id = o.buyer_id
      where b.email = 'compradora@demo.praca' and o.state = 'delivered' and o.due_event = 'confirm_by_time'
        and o.delivery_type = 'manual' order by o.id desc limit 1),
    secured as (
      insert into account_securings (order_id, started_at, until)
      select id, market_now(), market_now() + interval '48 hours' from found returning order_id)
    update orders set category_kind = 'account', delivered_at = market_now(),
      due_at = market_now() + interval '5 days'
    where id in (select order_id from secured) returning hash`,
  );
  return rows[0]!.hash;
}

async function dueAt(hash: string): Promise<Date> {
  const rows = await look<{ due_at: Date }>(site, 'select due_at from orders where hash = $1', [hash]);
  return rows[0]!.due_at;
}
