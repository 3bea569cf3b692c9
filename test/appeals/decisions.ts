import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { AppealKindName } from '#domain/appeals/kinds.ts';
import type { Answer } from '#test/http-request.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Made } from './further-decisions.ts';
import { furtherDecisions } from './further-decisions.ts';
import { paymentProofsOf } from '#test/payments/payment-proofs.ts';
import type { Sales } from '#test/orders/sales.ts';
import { withdrawalsOf } from '#test/withdrawals/withdrawals.ts';

const note = 'Um motivo escrito em uma frase inteira.';

/** Decisions of every kind that can be appealed, taken through the API by this admin. */
export function decisionsOf(sales: Sales, admin: Person): Record<AppealKindName, () => Promise<Made>> {
  const proofs = paymentProofsOf(sales);
  const { withdrawal } = withdrawalsOf(sales, admin);
  const staffCall = (method: 'POST' | 'PUT', path: string, body: object) =>
    works(sales.request(method, `/staff${path}`, { token: admin.token, key: true, body }));
  const stateOf = async (id: number) => (await sales.listing(id)).state;
  let addresses = 0;
  const { documentDecision, block } = furtherDecisions(sales, admin);

  const reviewed = (decision: string) => async (): Promise<Made> => {
    const { id, seller } = await sales.draft();
    await works(sales.request('POST', `/listings/${id}/submission`, { token: seller.token, key: true }));
    await staffCall('POST', `/reviews/${id}/decision`, { decision, reasons: ['title_unclear'], note });
    return { person: seller, isOver: async () => (await stateOf(id)) === 'published' };
  };

  const moderated = (action: string) => async (): Promise<Made> => {
    const { id, seller } = await sales.publishedListing();
    await staffCall('POST', `/listings/${id}/moderation`, { action, reason: note });
    return { person: seller, isOver: async () => (await stateOf(id)) === 'published' };
  };

  const revised = (decision: string) => async (): Promise<Made> => {
    const { id, seller } = await sales.publishedListing();
    const title = 'Um título novo e bem comprido';
    const sent = await works(
      sales.request('POST', `/listings/${id}/revisions`, { token: seller.token, key: true, body: { title } }),
    );
    await staffCall('POST', `/reviews/${id}/decision`, {
      revisionId: sent.data.revision.id,
      decision,
      reasons: ['title_unclear'],
      note,
    });
    const isOver = async () => {
      const { data } = await sales.request('GET', `/listings/${id}`, { token: seller.token });
      return data.title === title;
    };
    return { person: seller, isOver };
  };

  const sanctioned = (event: 'restrict' | 'suspend' | 'ban') => async (): Promise<Made> => {
    const { id, seller } = await sales.publishedListing();
    const until = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const body = { event, reason: note, ...(event === 'suspend' && { until }) };
    await staffCall('PUT', `/users/${seller.id}/state`, body);
    const isOver = async () => {
      const { rows } = await sql<{ state: string }>`select state from users where id = ${seller.id}`.execute(
        sales.db,
      );
      return rows[0]!.state === 'active' && (await stateOf(id)) === 'published';
    };
    return { person: seller, isOver };
  };

  async function reported(target: 'rating' | 'message', id: number, who: Person): Promise<void> {
    const body = { target, id: String(id), reason: 'offensive' };
    const ip = `10.12.0.${++addresses}`;
    await works(sales.request('POST', '/reports', { token: who.token, key: true, ip, body }));
    const { data } = await sales.request('GET', '/staff/reports', { token: admin.token });
    const row = data.items.find((item: { target: { kind: string; id: number } }) => item.target.id === id);
    await staffCall('POST', `/reports/${row.id}/decision`, { decision: 'uphold', note });
  }

  async function written(sale: { hash: string }, who: Person, text: string): Promise<Answer> {
    return works(
      sales.request('PUT', `/orders/${sale.hash}/messages/${randomUUID()}`, {
        token: who.token,
        body: { text, fileIds: [], insist: true },
      }),
    );
  }

  const seenBy = async (sale: { hash: string }, who: Person): Promise<{ text: string }[]> =>
    (await sales.request('GET', `/orders/${sale.hash}/messages`, { token: who.token })).data.items;

  return {
    'listing.rejected': reviewed('reject'),
    'listing.changes_requested': reviewed('request_changes'),
    'listing.suspended': moderated('suspend'),
    'listing.paused_by_staff': moderated('pause'),
    'listing.removed_by_staff': moderated('remove'),
    'revision.rejected': revised('reject'),
    'revision.changes_requested': revised('request_changes'),
    'account.restricted': sanctioned('restrict'),
    'account.suspended': sanctioned('suspend'),
    'account.banned': sanctioned('ban'),
    'account.strike_given': async () => {
      const { id, seller } = await sales.publishedListing();
      const give = (step: number) =>
        staffCall('POST', `/users/${seller.id}/strikes`, { rule: 'misleading_listing', step, reason: note });
      for (const step of [1, 2, 3]) await give(step);
      const isOver = async () => {
        const { rows } = await sql<{ state: string; inForce: number }>`
          select u.state, (select count(*)::int from strikes s where s.user_id = u.id and s.revoked_at is null)
            as "inForce" from users u where u.id = ${seller.id}`.execute(sales.db);
        const { state, inForce } = rows[0]!;
        return state === 'active' && inForce === 2 && (await stateOf(id)) === 'published';
      };
      return { person: seller, isOver };
    },
    'account.level_withdrawn': async () => {
      const person = await sales.user();
      await sql`update users set cnpj = '11222333000181', cpf = null, level_granted_at = market_now()
        where id = ${person.id}`.execute(sales.db);
      await staffCall('PUT', `/users/${person.id}/level`, { granted: false, reason: note });
      const isOver = async () => {
        const { rows } = await sql<{ granted: boolean }>`
          select level_granted_at is not null as granted from users where id = ${person.id}`.execute(
          sales.db,
        );
        return rows[0]!.granted;
      };
      return { person, isOver };
    },
    'account.trust_withdrawn': async () => {
      const person = await sales.user();
      await staffCall('PUT', `/users/${person.id}/trust`, { trusted: true });
      await staffCall('PUT', `/users/${person.id}/trust`, { trusted: false });
      const isOver = async () => {
        const { rows } = await sql<{ trusted: boolean }>`
          select trusted_at is not null as trusted from users where id = ${person.id}`.execute(sales.db);
        return rows[0]!.trusted;
      };
      return { person, isOver };
    },
    'account.documents_refused': documentDecision('refused'),
    'account.documents_revoked': documentDecision('revoked'),
    'settlement.blocked': block(false),
    'settlement.block_renewed': block(true),
    'withdrawal.rejected': async () => {
      const { id, owner } = await withdrawal(5_000);
      await staffCall('POST', `/withdrawals/${id}/decision`, { decision: 'reject', note });
      const isOver = async () => {
        const { rows } = await sql<{ states: string[] }>`
          select array_agg(state order by id) as states from withdrawals where user_id = ${owner.id}`.execute(
          sales.db,
        );
        return rows[0]!.states.join() === 'rejected,requested';
      };
      return { person: owner, isOver };
    },
    'receipt.rejected': async () => {
      const sale = await proofs.owed();
      await works(proofs.send(sale));
      const { rows } = await sql<{ id: number }>`select id from receipts where order_id = ${sale.id}`.execute(
        sales.db,
      );
      await staffCall('POST', `/receipts/${rows[0]!.id}/decision`, {
        decision: 'reject',
        refusal: 'illegible',
        note,
      });
      return { person: sale.buyer, isOver: async () => false };
    },
    'rating.removed': async () => {
      const sale = await sales.rated();
      await reported('rating', sale.byBuyer, sale.seller);
      const isOver = async () => {
        const { data } = await sales.request('GET', `/public/profiles/${sale.seller.username}/ratings`);
        return data.items.length === 1 && data.seller.count === 1;
      };
      return { person: sale.buyer, isOver };
    },
    'question.hidden': async () => {
      const { id } = await sales.publishedListing();
      const person = await sales.user();
      const text = 'Este código vale para quem?';
      const asked = await works(
        sales.request('POST', `/listings/${id}/questions`, {
          token: person.token,
          key: true,
          body: { text },
        }),
      );
      await staffCall('PUT', `/questions/${asked.data.id}/visibility`, { visible: false });
      const isOver = async () => {
        const { rows } = await sql<{ state: string }>`
          select state from questions where id = ${asked.data.id}`.execute(sales.db);
        return rows[0]!.state === 'pending';
      };
      return { person, isOver };
    },
    'conversation.kept_back': async () => {
      const sale = await sales.paid();
      for (let each = 1; each <= 3; each++)
        await written(sale, sale.buyer, `Meu e-mail é ana${each}@exemplo.com.br`);
      const { data } = await sales.request('GET', '/staff/held-messages', { token: admin.token });
      const held = data.items.find(({ orderHash }: { orderHash: string }) => orderHash === sale.hash);
      await staffCall('PUT', `/held-messages/${held.id}/decision`, { decision: 'hide' });
      const isOver = async () =>
        (await seenBy(sale, sale.seller)).some(({ text }) => text.includes('ana3@exemplo.com.br'));
      return { person: sale.buyer, isOver };
    },
    'conversation.removed': async () => {
      const sale = await sales.paid();
      const sent = await written(sale, sale.buyer, 'Anda logo com isso, por favor!');
      await reported('message', sent.data.id, sale.seller);
      const isOver = async () =>
        (await seenBy(sale, sale.seller)).some(({ text }) => text.includes('Anda logo'));
      return { person: sale.buyer, isOver };
    },
    'order.counting_decided': async () => {
      const sale = await sales.paid();
      await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
      const contested = await works(
        sales.request('POST', `/orders/${sale.hash}/counting-contest`, {
          token: sale.seller.token,
          key: true,
          body: { words: 'A compradora pediu o cancelamento por mensagem.' },
        }),
      );
      await staffCall('POST', `/counting-contests/${contested.data.id}/decision`, {
        decision: 'reject',
        note,
      });
      const isOver = async () => {
        const { rows } = await sql<{ state: string }>`
          select state from sale_contests where order_id = ${sale.id}`.execute(sales.db);
        return rows[0]!.state === 'accepted';
      };
      return { person: sale.seller, isOver };
    },
  };
}

async function works(call: Promise<Answer>): Promise<Answer> {
  const answer = await call;
  expect([200, 201], answer.text).toContain(answer.status);
  return answer;
}
