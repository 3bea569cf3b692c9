import { sql } from 'kysely';
import {
  abandonOrder,
  cancelSale,
  confirmOrder,
  deliverOrder,
  revealCodes,
  startDelivery,
  withdrawPurchase,
} from '#contract/orders/orders.ts';
import { checkPayment } from '#contract/payments/payments.ts';
import { demoUsername } from './accounts.ts';
import { createPayment } from '#contract/payments/payments.ts';
import { decideRefund, refundOrder, regretOrder, requestCancellation } from '#contract/refunds/refunds.ts';
import { simulatePayment } from '#contract/simulator/simulator.ts';
import { deliveryNotes } from './delivery-notes.ts';
import { uploadDeliveryProof } from './delivery-proofs.ts';
import { isPaymentProofStory, playPaymentProof } from './payment-proofs.ts';
import type { DemoApi } from './demo-api.ts';
import { playConversation } from './conversations.ts';
import type { AddressBook } from './addresses.ts';
import type { OrderPlan, OrderStory } from './order-plan.ts';
import { parcelScenes } from './parcels.ts';
import { playPickup } from './pickups.ts';
import { purchase } from './purchases.ts';
import type { Scene } from './scene.ts';

const minute = 1 / (24 * 60);

/** An order that was placed, and what follows later. */
export interface PlayedOrder {
  hash: string;
  later: Scene[];
}

/**
 * Plays one order through the API, at its time, with the pauses people take.
 * @returns null when there was nothing left to buy
 */
export async function playOrder(
  api: DemoApi,
  plan: OrderPlan,
  place: { listingId: number; addresses: AddressBook },
): Promise<PlayedOrder | null> {
  const placed = await purchase(api, plan, place);
  if (!placed) return null;
  return { hash: placed.hash, later: (await playOn(api, plan, placed)) ?? [] };
}

async function playOn(
  api: DemoApi,
  plan: OrderPlan,
  { id, hash }: { id: number; hash: string },
): Promise<Scene[] | void> {
  const { buyer, seller, story, daysAgo, delivery } = plan;
  const params = { hash };
  if (isPaymentProofStory(story)) return playPaymentProof(api, { ...plan, story }, { id, hash });
  if (story === 'waits') return;
  if (story === 'abandoned') return void (await api.call(buyer, abandonOrder, { params }));

  await api.goTo(Math.max(0, daysAgo - 3 * minute));
  await pay(api, plan, { id, hash });
  if (delivery === 'automatic') return playCodes(api, plan, hash);
  if (delivery === 'pickup' && !endsUndelivered.includes(story)) return playPickup(api, plan, hash);
  await playConversation(api, plan, { id, hash });
  if (story === 'paid') return;
  if (story === 'regretted' || story === 'refused') {
    await api.goTo(Math.max(0, daysAgo - 20 * minute));
    if (story === 'regretted') return void (await api.call(buyer, withdrawPurchase, { params }));
    return void (await api.call(seller, cancelSale, { params, body: { reason: 'no_stock' } }));
  }
  if (delivery === 'shipping') return parcelScenes(api, plan, { id, hash });
  return deliverByHand(api, plan, { id, hash });
}

const endsUndelivered: readonly OrderStory[] = ['regretted', 'refused'];

async function deliverByHand(
  api: DemoApi,
  plan: OrderPlan,
  { id, hash }: { id: number; hash: string },
): Promise<void> {
  const { buyer, seller, story, daysAgo } = plan;
  const params = { hash };
  await api.goTo(Math.max(0, daysAgo - 20 * minute));
  await api.call(seller, startDelivery, { params });
  if (story === 'started') return;
  if (story === 'asked_to_cancel')
    return void (await api.call(buyer, requestCancellation, {
      params,
      body: { note: 'Comprei por engano a opção errada. Podemos cancelar antes da entrega?' },
    }));
  await api.goTo(Math.max(0, daysAgo - 40 * minute));
  const fileIds = await uploadDeliveryProof(api, seller, { id, hash });
  await api.call(seller, deliverOrder, {
    params,
    body: { note: deliveryNotes[id % deliveryNotes.length]!, fileIds },
  });
  if (story === 'delivered') return;
  if (story === 'given_back') return giveBack(api, seller, { id, hash });
  await api.goTo(Math.max(0, daysAgo - 58 * minute));
  await api.call(buyer, confirmOrder, { params });
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
      note: 'Faltou uma página na primeira versão, como você mostrou. Devolvo um quinto do valor.',
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
