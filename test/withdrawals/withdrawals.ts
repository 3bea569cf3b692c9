import { sql } from 'kysely';
import { expect } from 'vitest';
import { payoutReference } from '#server/withdrawals/references.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Sales } from '#test/orders/sales.ts';

/** Withdrawals that need a decision by staff, or had one. */
export function withdrawalsOf(sales: Sales, admin: Person) {
  /** A withdrawal out of money that was really earned. */
  async function withdrawal(amountCents: number, seller?: Person): Promise<{ id: number; owner: Person }> {
    const sale = await sales.released({ priceCents: amountCents * 2, ...(seller && { seller }) });
    const answer = await sales.request('POST', '/withdrawals', {
      token: sale.seller.token,
      key: true,
      body: { amountCents },
    });
    expect(answer.status, answer.text).toBe(201);
    return { id: answer.data.id, owner: sale.seller };
  }

  /** A withdrawal that the bank refused the first time: it ends in ,01. */
  async function refusedWithdrawal(
    amountCents: number,
    seller?: Person,
  ): Promise<{ id: number; owner: Person }> {
    const made = await withdrawal(amountCents, seller);
    const decided = await sales.request('POST', `/staff/withdrawals/${made.id}/decision`, {
      token: (await sales.user({ role: 'admin' })).token,
      key: true,
      body: { decision: 'approve', note: '' },
    });
    expect(decided.status, decided.text).toBe(200);
    return made;
  }

  /** A withdrawal that the bank sent back to a deleted account. */
  async function withdrawalOfNobody(amountCents: number): Promise<{ id: number; owner: Person }> {
    const made = await withdrawal(amountCents);
    await sales.request('POST', `/staff/withdrawals/${made.id}/decision`, {
      token: admin.token,
      key: true,
      body: { decision: 'approve', note: '' },
    });
    await sales.bank.returnPayout(payoutReference(made.id, 1));
    await sql`update users set state = 'closed', username = 'conta-removida-' || id, cpf = null, full_name = null,
      birth_date = null, identity_verified_at = null where id = ${made.owner.id}`.execute(sales.db);
    return made;
  }

  return { withdrawal, refusedWithdrawal, withdrawalOfNobody };
}
