import type { Plan } from '#domain/listings/listings.ts';

/** Where each plan shows a listing (§4.5). */
const planExposure: Record<Plan, string> = {
  prata: 'Aparece na ordem normal da busca.',
  ouro: 'Aparece antes dos Prata na categoria, com selo e cartão em destaque.',
  diamante: 'Aparece no topo da categoria, da busca e na página inicial, em rodízio.',
};

/** All that a plan gives, the switched benefits as the rules have them (N08). */
export function planGives({ slug, weeklyStatistics }: { slug: Plan; weeklyStatistics: boolean }): string {
  return weeklyStatistics ? `${planExposure[slug]} Traz os números da semana.` : planExposure[slug];
}

/** Delivery promise of a card and a listing. */
export function deliveryWords(deliveryType: 'automatic' | 'manual', promisedHours: number): string {
  if (deliveryType === 'automatic') return 'Entrega na hora';
  if (promisedHours === 1) return 'Entrega em até 1 hora';
  return promisedHours < 48
    ? `Entrega em até ${promisedHours} horas`
    : `Entrega em até ${promisedHours / 24} dias`;
}
