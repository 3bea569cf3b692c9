import { sql } from 'kysely';
import {
  abandonOrder,
  cancelSale,
  confirmOrder,
  deliverOrder,
  placeOrder,
  revealCodes,
  startDelivery,
  withdrawPurchase,
} from '#contract/orders/orders.ts';
import { checkPayment } from '#contract/payments/payments.ts';
import { demoUsername } from './accounts.ts';
import { createPayment } from '#contract/payments/payments.ts';
import { decideRefund, refundOrder, regretOrder, requestCancellation } from '#contract/refunds/refunds.ts';
import { simulatePayment } from '#contract/simulator/simulator.ts';
import { isDispute, playComplaint } from './complaints.ts';
import type { DisputeStory } from './complaints.ts';
import { deliveryAddresses, deliveryNotes } from './delivery-notes.ts';
import { uploadDeliveryProof } from './delivery-proofs.ts';
import { isPaymentProofStory, playPaymentProof } from './payment-proofs.ts';
import type { PaymentProofStory } from './payment-proofs.ts';
import type { DemoApi } from './demo-api.ts';
import { playConversation } from './conversations.ts';

/** How far an order of the demo goes, and from then on its timers take it. */
export type OrderStory =
  | 'waits'
  | 'abandoned'
  | 'paid'
  | 'regretted'
  | 'refused'
  | 'started'
  | 'asked_to_cancel'
  | 'delivered'
  | 'given_back'
  | 'asked_back'
  | 'asked_back_in_vain'
  | 'confirmed'
  | DisputeStory
  | PaymentProofStory;

export interface OrderPlan {
  daysAgo: number;
  story: OrderStory;
  buyer: string;
  seller: string;
  listingKey: string;
  automatic: boolean;
  /** Pix where nothing is said. */
  method?: 'card' | 'boleto' | 'manual';
}

const minute = 1 / (24 * 60);

/**
 * Plays one order through the API, at its time, with the pauses people take.
 * @returns its hash, or null when there was nothing left to buy
 */
export async function playOrder(api: DemoApi, plan: OrderPlan, listingId: number): Promise<string | null> {
  const expectedTotalCents = await priceOnSale(api, listingId);
  if (!expectedTotalCents) return null;
  const { id, hash } = await api.call(plan.buyer, placeOrder, {
    body: {
      listingId,
      quantity: 1,
      expectedTotalCents,
      method: plan.method ?? 'pix',
      ...(!plan.automatic && { deliveryData: deliveryAddresses[listingId % deliveryAddresses.length]! }),
    },
  });
  await playOn(api, plan, { id, hash });
  return hash;
}

async function playOn(
  api: DemoApi,
  plan: OrderPlan,
  { id, hash }: { id: number; hash: string },
): Promise<void> {
  const { buyer, seller, story, daysAgo } = plan;
  const params = { hash };
  if (isPaymentProofStory(story)) return playPaymentProof(api, { ...plan, story }, { id, hash });
  if (story === 'waits') return;
  if (story === 'abandoned') return void (await api.call(buyer, abandonOrder, { params }));

  await api.goTo(Math.max(0, daysAgo - 3 * minute));
  await pay(api, plan, { id, hash });
  if (plan.automatic) return playCodes(api, plan, hash);
  await playConversation(api, plan, { id, hash });
  if (story === 'paid') return;
  await api.goTo(Math.max(0, daysAgo - 20 * minute));
  if (story === 'regretted') return void (await api.call(buyer, withdrawPurchase, { params }));
  if (story === 'refused')
    return void (await api.call(seller, cancelSale, { params, body: { reason: 'no_stock' } }));
  await api.call(seller, startDelivery, { params });
  if (story === 'started') return;
  if (story === 'asked_to_cancel')
    return void (await api.call(buyer, requestCancellation, {
      params,
      body: { note: 'Comprei por engano o modelo errado. Podemos cancelar antes do envio?' },
    }));
  await api.goTo(Math.max(0, daysAgo - 40 * minute));
  const fileIds = await uploadDeliveryProof(api, seller, { id, hash });
  await api.call(seller, deliverOrder, {
    params,
    body: { note: deliveryNotes[id % deliveryNotes.length]!, fileIds },
  });
  if (story === 'delivered') return;
  if (story === 'given_back') return giveBack(api, seller, { id, hash });
  if (isDispute(story)) return playComplaint(api, { ...plan, story }, hash);
  await api.goTo(Math.max(0, daysAgo - 58 * minute));
  await api.call(buyer, confirmOrder, { params });
}

/** What a listing costs now, or null when it is not on sale any more: the last unit may have gone. */
export async function priceOnSale(api: DemoApi, listingId: number): Promise<number | null> {
  const { rows } = await sql<{ price_cents: number }>`
    select price_cents from listings where id = ${listingId} and state = 'published'`.execute(api.ctx.db);
  return rows[0]?.price_cents ?? null;
}

/** The seller makes good a fault with a fifth of the price. */
async function giveBack(
  api: DemoApi,
  seller: string,
  { id, hash }: { id: number; hash: string },
): Promise<void> {
  const { rows } = await sql<{ cents: number }>`
    select total_cents / 5 as cents from orders where id = ${id}`.execute(api.ctx.db);
  await api.call(seller, refundOrder, {
    params: { hash },
    body: {
      amountCents: rows[0]!.cents,
      note: 'A caixa chegou amassada, como você mostrou nas fotos. Devolvo um quinto do valor.',
    },
  });
}

async function playCodes(api: DemoApi, { buyer, story, daysAgo }: OrderPlan, hash: string): Promise<void> {
  if (story !== 'confirmed' && !askedBack.includes(story)) return;
  await api.goTo(Math.max(0, daysAgo - 6 * minute));
  await api.call(buyer, revealCodes, { params: { hash } });
  if (story === 'confirmed') return void (await api.call(buyer, confirmOrder, { params: { hash } }));
  await api.call(buyer, regretOrder, { params: { hash }, body: { destination: 'original' } });
  if (story === 'asked_back_in_vain') await refuseRegret(api, hash);
}

const askedBack: readonly OrderStory[] = ['asked_back', 'asked_back_in_vain'];

async function refuseRegret(api: DemoApi, hash: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select r.id from refunds r join orders o on o.id = r.order_id where o.hash = ${hash}`.execute(api.ctx.db);
  await api.call(demoUsername('admin'), decideRefund, {
    params: { id: rows[0]!.id },
    body: {
      decision: 'reject',
      note: 'O código foi usado dez minutos depois de aberto, como mostra o registro da loja.',
    },
  });
}

async function pay(
  api: DemoApi,
  { buyer, method }: OrderPlan,
  { id: orderId, hash }: { id: number; hash: string },
): Promise<void> {
  if (method === 'card') return payByCard(api, buyer, hash);
  const { rows } = await sql<{
    reference: string;
  }>`select reference from payments where order_id = ${orderId}`.execute(api.ctx.db);
  await api.call(buyer, simulatePayment, { body: { reference: rows[0]!.reference, copies: 0 } });
  await api.call(buyer, checkPayment, { params: { hash } });
}

/** In three parts, with the token that the pretend bank's fields give for a card that is approved. */
async function payByCard(api: DemoApi, buyer: string, hash: string): Promise<void> {
  const token = `tok-approved-visa-4242-${hash
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 16)}`;
  await api.call(buyer, createPayment, {
    params: { hash },
    body: { method: 'card', token, brand: 'visa', installments: 3 },
  });
}
