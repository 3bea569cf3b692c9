import { deliveryTypeNames } from '#domain/listings/delivery.ts';
import type { Plan } from '#domain/listings/listings.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';

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

/** The delivery promise on a card or a listing. */
export function deliveryText(deliveryType: DeliveryType, promisedHours: number): string {
  if (deliveryType !== 'manual') return deliveryTypeNames[deliveryType];
  if (promisedHours === 1) return 'Entrega em até 1 hora';
  return promisedHours < 48
    ? `Entrega em até ${promisedHours} horas`
    : `Entrega em até ${promisedHours / 24} dias`;
}
