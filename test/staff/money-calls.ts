import { sql } from 'kysely';
import { orderCode } from '#domain/orders/orders.ts';
import { alone, staffCall, involved, note, sides } from './call.ts';
import type { Case } from './call.ts';

const verdict = { result: 'release', grounds: `${note} E mais uma.`, rule: 'CDC, art. 35' };
let made = 0;

const refund = (priceCents: number) =>
  staffCall(
    'decide_refund',
    async (things, viewer, part) => {
      const { id, sale } = await things.refunding(sides(viewer, part), priceCents);
      return {
        thing: { involved: involved(sale), amountCents: priceCents, supportLimitCents: 50_000 },
        params: { id },
        body: { decision: 'approve', note },
      };
    },
    { name: `of ${priceCents}` },
  );

const complaint = (priceCents: number) =>
  staffCall(
    'decide_complaint',
    async (things, viewer, part) => {
      const { complaintId: id, ...sale } = await things.mediated(sides(viewer, part), { priceCents });
      return {
        thing: { parties: involved(sale), totalCents: priceCents, supportLimitCents: 50_000, raised: false },
        params: { id },
        body: verdict,
      };
    },
    { name: `of ${priceCents}` },
  );

const mediation = (body?: object) =>
  staffCall('mediate_complaint', async (things, viewer, part) => {
    const { complaintId: id, ...sale } = await things.mediated(sides(viewer, part));
    return { thing: { parties: involved(sale) }, params: { id }, ...(body && { body }) };
  });

const withdrawal = (amountCents: number) =>
  staffCall(
    'decide_withdrawal',
    async (things, viewer, part) => {
      const { id, owner } = await things.withdrawal(amountCents, part === 'self' ? viewer : undefined);
      return {
        thing: { ownerId: owner.id, amountCents, supportLimitCents: 200_000 },
        params: { id },
        body: { decision: 'reject', note },
      };
    },
    { parts: ['stranger', 'self'], name: `of ${amountCents}` },
  );

/** One that the bank refused: by its amount, once. */
const refused = (amountCents: number) =>
  staffCall(
    'decide_withdrawal',
    async (things, viewer, part) => {
      const { id, owner } = await things.refusedWithdrawal(amountCents, part === 'self' ? viewer : undefined);
      return { thing: { ownerId: owner.id, amountCents, supportLimitCents: 200_000 }, params: { id } };
    },
    { parts: ['stranger', 'self'], name: `of ${amountCents}` },
  );

/** Endpoints about payments, debts and disputes. */
export const moneyCalls: Record<string, Case | readonly Case[]> = {
  'POST /staff/orders/{id}/analysis': staffCall('decide_payment', async (things, viewer, part) => {
    const sale = await things.paid(sides(viewer, part));
    const thing = { buyerId: sale.buyer.id, sellerId: sale.seller.id };
    return { thing, params: { id: sale.id }, body: { reason: 'unusual_sale', note } };
  }),
  'POST /staff/orders/{id}/analysis-release': staffCall('decide_payment', async (things, viewer, part) => {
    const sale = await things.analysed(sides(viewer, part));
    const thing = { buyerId: sale.buyer.id, sellerId: sale.seller.id };
    return { thing, params: { id: sale.id }, body: { note } };
  }),
  'POST /staff/orders/{id}/risk-label': staffCall('decide_payment', async (things, viewer, part) => {
    const sale = await things.paid(sides(viewer, part));
    await sql`insert into order_risks (order_id, buyer_id, seller_id, facts, score, reasons, action)
      values (${sale.id}, ${sale.buyer.id}, ${sale.seller.id}, '{}', 0, '{}', 'none')`.execute(
      things.sales.db,
    );
    const thing = { buyerId: sale.buyer.id, sellerId: sale.seller.id };
    return { thing, params: { id: sale.id }, body: { label: 'good', note } };
  }),
  'POST /staff/orders/{id}/block': staffCall('decide_payment', async (things, viewer, part) => {
    const sale = await things.completed(sides(viewer, part));
    const thing = { buyerId: sale.buyer.id, sellerId: sale.seller.id };
    return { thing, params: { id: sale.id }, body: { cause: 'fraud', words: note } };
  }),
  'POST /staff/orders/{id}/block-renewal': staffCall('decide_payment', async (things, viewer, part) => {
    const sale = await things.blocked(sides(viewer, part));
    const thing = { buyerId: sale.buyer.id, sellerId: sale.seller.id };
    return { thing, params: { id: sale.id }, body: { words: note } };
  }),
  'POST /staff/orders/{id}/block-end': staffCall('decide_payment', async (things, viewer, part) => {
    const sale = await things.blocked(sides(viewer, part));
    const thing = { buyerId: sale.buyer.id, sellerId: sale.seller.id };
    return { thing, params: { id: sale.id } };
  }),
  'POST /staff/payment-reviews/{id}/decision': staffCall('decide_payment', async (things, viewer, part) => {
    const { id, sale } = await things.inAnalysis(sides(viewer, part));
    const thing = { buyerId: sale.buyer.id, sellerId: sale.seller.id };
    return { thing, params: { id }, body: { decision: 'release', note: '' } };
  }),
  'POST /staff/receipts/{id}/decision': staffCall('decide_receipt', async (things, viewer, part) => {
    const { id, lineId: bankLineId, sale } = await things.withReceipt(sides(viewer, part));
    const thing = { buyerId: sale.buyer.id, sellerId: sale.seller.id };
    return { thing, params: { id }, body: { decision: 'approve', bankLineId } };
  }),
  'POST /staff/bank-lines/{id}/match': staffCall('decide_receipt', async (things, viewer, part) => {
    const { lineId, sale } = await things.lateLine(sides(viewer, part));
    const thing = { buyerId: sale.buyer.id, sellerId: sale.seller.id };
    return { thing, params: { id: lineId }, body: { orderCode: orderCode(sale.id) } };
  }),
  'POST /staff/bank-lines': staffCall(
    'load_statement',
    async () => ({
      thing: undefined,
      body: { statement: `id;data;valor;nome;documento\nE1;2026-01-02T10:00:00Z;1.00;Ana;11144477735` },
    }),
    alone,
  ),
  'POST /staff/refunds/{id}/decision': [refund(10_000), refund(50_001)],
  'POST /staff/refunds/{id}/unmaskings': staffCall('decide_refund', async (things, viewer, part) => {
    const { id, sale } = await things.refundByHand(sides(viewer, part));
    return {
      thing: { involved: involved(sale), amountCents: 10_000, supportLimitCents: 50_000 },
      params: { id },
    };
  }),
  'POST /staff/refunds/{id}/hand-payment': staffCall('decide_refund', async (things, viewer, part) => {
    const { id, sale } = await things.refundByHand(sides(viewer, part));
    return {
      thing: { involved: involved(sale), amountCents: 10_000, supportLimitCents: 50_000 },
      params: { id },
      body: { endToEndId: `E${'1'.repeat(20)}${String(++made).padStart(11, 'a')}` },
    };
  }),
  'POST /staff/orders/{hash}/forced-moves': staffCall('force_order', async (things, viewer, part) => {
    const sale = await things.paid(sides(viewer, part));
    return {
      thing: { involved: involved(sale) },
      params: { hash: sale.hash },
      body: { event: 'force_cancellation', reason: note },
    };
  }),
  'POST /staff/forced-moves/{id}/approval': staffCall('force_order', async (things, viewer, part) => {
    const { id, sale } = await things.forced(sides(viewer, part));
    return { thing: { involved: involved(sale) }, params: { id } };
  }),
  'POST /staff/forced-moves/{id}/withdrawal': staffCall('force_order', async (things, viewer, part) => {
    const { id, sale } = await things.forced(sides(viewer, part));
    return { thing: { involved: involved(sale) }, params: { id } };
  }),
  'POST /staff/complaints/{id}/assignment': mediation(),
  'POST /staff/complaints/{id}/requests': mediation({ side: 'buyer', words: `${note} Mande as telas.` }),
  'POST /staff/complaints/{id}/files/{fileId}/openings': staffCall(
    'mediate_complaint',
    async (things, viewer, part) => {
      const { id, fileId, dispute } = await things.evidence(sides(viewer, part));
      return { thing: { parties: involved(dispute) }, params: { id, fileId } };
    },
  ),
  'POST /staff/complaints/{id}/decision': [complaint(10_000), complaint(50_001)],
  'POST /staff/complaints/{id}/appeal-decision': staffCall(
    'decide_appeal',
    async (things, viewer, part) => {
      // «self»: the viewer decided the case the first time, where their role let them.
      const decider =
        part === 'self' && viewer.role === 'admin' ? viewer : await things.sales.user({ role: 'admin' });
      const { complaintId: id, ...sale } = await things.appealed(sides(viewer, part), decider);
      const thing = { parties: involved(sale), decidedBy: decider.id };
      return { thing, params: { id }, body: verdict };
    },
    { parts: ['stranger', 'seller', 'buyer', 'self'] },
  ),
  'POST /staff/payments/{id}/reconciliation': staffCall(
    'reconcile_payment',
    async (things) => ({
      thing: undefined,
      params: { id: await things.paymentOf(await things.paid({})) },
    }),
    alone,
  ),
  'POST /staff/payment-reconciliations': staffCall(
    'reconcile_payment',
    async () => ({ thing: undefined }),
    alone,
  ),
  'POST /staff/withdrawals/{id}/repayment': staffCall(
    'decide_withdrawal',
    async (things) => {
      const { id, owner } = await things.withdrawalOfNobody(5_000);
      return {
        thing: { ownerId: owner.id, amountCents: 5_000, supportLimitCents: 200_000 },
        params: { id },
      };
    },
    alone,
  ),
  'GET /staff/withdrawals/{id}': staffCall(
    'inspect_withdrawal',
    async (things, viewer, part) => {
      const { id, owner } = await things.withdrawal(5_000, part === 'self' ? viewer : undefined);
      return { thing: { ownerId: owner.id }, params: { id } };
    },
    { parts: ['stranger', 'self'] },
  ),
  'POST /staff/withdrawals/{id}/attempt': [refused(10_001), refused(200_001)],
  'POST /staff/withdrawals/{id}/decision': [withdrawal(5_000), withdrawal(200_001)],
};
