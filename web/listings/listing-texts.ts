import { deliveryTypeNames } from '#domain/listings/delivery-type-names.ts';
import type { Plan } from '#domain/listings/listings.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import { formatCents, formatCount } from '#web/ui/data/formats.ts';

/** Where each plan shows a listing (§4.5). */
const planExposureTexts: Record<Plan, string> = {
  prata: 'Aparece na ordem normal da busca.',
  ouro: 'Aparece antes dos Prata na categoria, com selo e cartão em destaque.',
  diamante: 'Aparece no topo da categoria, da busca e na página inicial, em rodízio.',
};

/** Everything a plan includes; optional benefits as the rules set them (N08). */
export function planBenefits({ slug, weeklyStatistics }: { slug: Plan; weeklyStatistics: boolean }): string {
  return weeklyStatistics ? `${planExposureTexts[slug]} Inclui relatório semanal.` : planExposureTexts[slug];
}

/** The delivery promise in a few words. */
export function deliveryText(deliveryType: DeliveryType, promisedHours: number): string {
  if (deliveryType !== 'manual') return deliveryTypeNames[deliveryType];
  if (promisedHours === 1) return 'Entrega em até 1 hora';
  return promisedHours < 48
    ? `Entrega em até ${promisedHours} horas`
    : `Entrega em até ${promisedHours / 24} dias`;
}

export const freeFreight = 'Frete grátis';

/** How a listing is delivered, as far as its texts say it. */
interface DeliveryFacts {
  deliveryType: DeliveryType;
  promisedHours: number;
  alsoPickup: boolean;
  freeShipping: boolean;
  handlingDays: number | null;
  /** «Curitiba, PR». */
  city: string | null;
}

/** The lowest freight to the person's state; not exact where a provider sells it and the own table estimates it. */
export interface FreightEstimate {
  priceCents: number;
  exact: boolean;
}

/** The delivery of a card, on one line. */
export function cardDeliveryText(
  facts: Pick<DeliveryFacts, 'deliveryType' | 'promisedHours' | 'alsoPickup' | 'freeShipping'>,
  estimate: FreightEstimate | null = null,
): string {
  const { deliveryType, promisedHours, alsoPickup, freeShipping } = facts;
  if (deliveryType !== 'shipping') return deliveryText(deliveryType, promisedHours);
  const freight = freeShipping ? freeFreight : estimate ? estimateText(estimate) : 'Envio para todo o Brasil';
  return alsoPickup ? `${freight} · ou retirada` : freight;
}

function estimateText({ priceCents, exact }: FreightEstimate): string {
  return exact ? `Frete desde ${formatCents(priceCents)}` : `Frete perto de ${formatCents(priceCents)}`;
}

/** The ways a buyer gets the item, each on its own line, the first for the icon of the delivery type. */
export function deliveryLines(facts: DeliveryFacts): string[] {
  const { deliveryType, promisedHours, alsoPickup, freeShipping, city } = facts;
  const pickup = city === null ? 'Retirada em mãos' : `Retirada em mãos em ${city}`;
  if (deliveryType === 'pickup') return [pickup];
  if (deliveryType !== 'shipping') return [deliveryText(deliveryType, promisedHours)];
  return [
    ['Envio para todo o Brasil', handlingText(facts.handlingDays)].filter(Boolean).join(', '),
    ...(freeShipping ? [freeFreight] : []),
    ...(alsoPickup ? [pickup] : []),
  ];
}

/** The same of a listing whose seller may still have to choose. */
export function offeredDeliveryLines({
  deliveryType,
  promisedHours,
  ...facts
}: Omit<DeliveryFacts, 'deliveryType' | 'promisedHours'> & {
  deliveryType: DeliveryType | null;
  promisedHours: number | null;
}): string[] {
  return deliveryType === null
    ? ['—']
    : deliveryLines({ ...facts, deliveryType, promisedHours: promisedHours ?? 24 });
}

/** «posta em até 2 dias úteis»; empty where the seller has not said it. */
export function handlingText(handlingDays: number | null): string {
  return handlingDays === null ? '' : `posta em até ${formatCount(handlingDays, 'dia útil', 'dias úteis')}`;
}
