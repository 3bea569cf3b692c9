import { sql } from 'kysely';
import { expect } from 'vitest';
import { documentsOf } from '#test/accounts/documents.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Sales } from '#test/orders/sales.ts';

/** A decision that staff took about a person, and whether its effect is over. */
export interface Made {
  person: Person;
  isOver: () => Promise<boolean>;
}

const words = 'Um motivo escrito em uma frase inteira.';

/** Decisions on documents and on the money of a sale, taken through the API by this admin. */
export function furtherDecisions(sales: Sales, admin: Person) {
  const documents = documentsOf(sales);

  const documentDecision = (which: 'refused' | 'revoked') => async (): Promise<Made> => {
    await sql`delete from attempts`.execute(sales.db);
    const person = await sales.user({ level: 'N2' });
    if (which === 'refused') {
      const id = await documents.sent(person);
      expect((await documents.refuse(admin, id, 'unreadable')).status).toBe(200);
    } else {
      const id = await documents.approved(person, [admin]);
      expect((await documents.revoke(admin, id)).status).toBe(200);
    }
    const isOver = async () => (await documents.own(person)).check.state === 'sent';
    return { person, isOver };
  };

  const block = (renewed: boolean) => async (): Promise<Made> => {
    const sale = await sales.released();
    const post = (who: Person, path: string, body: object) =>
      sales.request('POST', `/staff/orders/${sale.id}/${path}`, { token: who.token, key: true, body });
    const first = renewed ? await sales.user({ role: 'admin' }) : admin;
    const answer = await post(first, 'block', { cause: 'stolen_goods', words });
    expect(answer.status, answer.text).toBe(201);
    if (renewed) expect((await post(admin, 'block-renewal', { words })).status).toBeLessThan(300);
    const isOver = async () => {
      const { rows } = await sql<{ free: boolean }>`
        select s.state <> 'blocked' and not exists (select from staff_blocks k where k.order_id = s.order_id
          and k.ended_at is null) as free
        from settlements s where s.order_id = ${sale.id}`.execute(sales.db);
      return rows[0]!.free;
    };
    return { person: sale.seller, isOver };
  };

  return { documentDecision, block };
}
