import { confirmOrder, getOrder } from '#contract/orders/orders.ts';
import { handOver } from '#contract/shipping/shipments.ts';
import { exchangeMessages } from './conversations.ts';
import type { MessageLine } from './conversations.ts';
import type { DemoApi } from './demo-api.ts';
import type { OrderPlan } from './order-plan.ts';
import { ratingsAfter } from './ratings.ts';
import type { Scene } from './scene.ts';

const hour = 1 / 24;

/** How both agree on a place and a time (S12). */
const appointment: readonly MessageLine[] = [
  ['buyer', 'Oi! Paguei agora. Quando posso buscar?'],
  ['seller', 'Oi! Amanhã fico na portaria do prédio das 17h às 19h. Serve?'],
  ['buyer', 'Serve, chego umas 18h e levo o código.'],
];

/** The paid order of something that is picked up: they agree on a time, and the code is given at the handover. */
export async function playPickup(api: DemoApi, plan: OrderPlan, hash: string): Promise<Scene[]> {
  const { buyer, seller, daysAgo, story } = plan;
  await exchangeMessages(api, { buyer, seller }, hash, {
    lines: appointment,
    unread: daysAgo < 1 ? 1 : 0,
  });
  if (story === 'paid' || story === 'started') return [];
  const handedOver = daysAgo - 26 * hour;
  const handover = {
    daysAgo: handedOver,
    play: async () => {
      const { deal } = await api.call(buyer, getOrder, { params: { hash } });
      await api.call(seller, handOver, { params: { hash }, body: { code: deal!.pickup!.code! } });
    },
  };
  const confirmed = handedOver - 2 * hour;
  const confirmation = {
    daysAgo: confirmed,
    play: async () => {
      await api.call(buyer, confirmOrder, { params: { hash } });
      return ratingsAfter(api, { ...plan, daysAgo: confirmed }, hash);
    },
  };
  const scenes = story === 'confirmed' ? [handover, confirmation] : [handover];
  return scenes.filter((each) => each.daysAgo > 0);
}
