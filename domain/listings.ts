import type { DeliveryType } from './orders.ts';
import type { FieldErrors } from './errors.ts';
import type { Machine } from './machine.ts';

/** States of a listing (`anúncio`), product §4.4. */
export const listingStates = [
  'draft',
  'in_triage',
  'in_review',
  'changes_requested',
  'published',
  'paused',
  'sold_out',
  'expired',
  'rejected',
  'suspended',
  'removed',
] as const;
export type ListingState = (typeof listingStates)[number];
export type ListingActor = 'seller' | 'staff' | 'system';

export type ListingEvent =
  | 'submit'
  | 'send_to_review'
  | 'publish'
  | 'approve'
  | 'request_changes'
  | 'reject'
  | 'pause'
  | 'resume'
  | 'sell_out'
  | 'restock'
  | 'expire'
  | 'renew'
  | 'suspend'
  | 'republish'
  | 'remove'
  | 'leave';

export const listingMachine: Machine<ListingEvent, ListingState, ListingActor> = {
  submit: { rule: 'L02', by: ['seller'], from: ['draft', 'changes_requested', 'rejected'], to: 'in_triage' },
  send_to_review: { rule: 'L04', by: ['system'], from: ['in_triage'], to: 'in_review' },
  publish: { rule: 'L03', by: ['system'], from: ['in_triage'], to: 'published' },
  approve: { rule: 'L05', by: ['staff'], from: ['in_review'], to: 'published' },
  request_changes: { rule: 'L05', by: ['staff'], from: ['in_review'], to: 'changes_requested' },
  reject: { rule: 'L05', by: ['staff'], from: ['in_review'], to: 'rejected' },
  pause: { rule: 'L06', by: ['seller', 'system'], from: ['published'], to: 'paused' },
  resume: { rule: 'L06', by: ['seller', 'system'], from: ['paused'], to: 'published' },
  sell_out: { rule: 'L07', by: ['system'], from: ['published'], to: 'sold_out' },
  restock: { rule: 'L07', by: ['system'], from: ['sold_out'], to: 'published' },
  expire: { rule: 'L08', by: ['system'], from: ['published'], to: 'expired' },
  renew: { rule: 'L08', by: ['seller'], from: ['expired'], to: 'published' },
  suspend: { rule: 'L09', by: ['staff'], from: ['published', 'paused', 'sold_out'], to: 'suspended' },
  republish: { rule: 'L09', by: ['staff'], from: ['suspended'], to: 'published' },
  remove: {
    rule: 'L10',
    by: ['seller', 'staff'],
    from: [
      'draft',
      'changes_requested',
      'rejected',
      'published',
      'paused',
      'sold_out',
      'expired',
      'suspended',
    ],
    to: 'removed',
  },
  // The seller's account is closed.
  leave: {
    rule: '§4.17',
    by: ['system'],
    from: listingStates.filter((state) => state !== 'removed'),
    to: 'removed',
  },
};

/** Where the last approved version may be changed and revised (L11). */
export const liveStates: readonly ListingState[] = ['published', 'paused', 'sold_out', 'expired'];

/** Reasons a reviewer may give; the seller reads the product words of `web/text.ts`. */
export const reviewReasons = [
  'title_unclear',
  'description_incomplete',
  'photos_poor',
  'price_suspicious',
  'wrong_category',
  'contact_data',
  'forbidden_item',
  'duplicate',
  'other',
] as const;
export type ReviewReason = (typeof reviewReasons)[number];

/** Life of one code of an automatic delivery (product §4.4). */
export const codeStates = ['available', 'reserved', 'delivered', 'replaced', 'invalidated'] as const;
export type CodeState = (typeof codeStates)[number];

export const plans = ['prata', 'ouro', 'diamante'] as const;
export type Plan = (typeof plans)[number];

/** Field limits of L02. Lengths in characters, price in cents, time in hours. */
export const listingLimits = {
  title: { min: 10, max: 80 },
  description: { min: 30, max: 5000 },
  images: { min: 1, max: 10, maxBytes: 5 * 1024 * 1024, altLength: 120 },
  priceCents: { min: 100, max: 5_000_000 },
  stock: { min: 1, max: 999 },
  codes: { max: 10_000, maxLength: 500 },
} as const;

/** Hours a seller may promise; 0 is automatic delivery. */
export const promisedHoursChoices = [0, 1, 6, 24, 72] as const;

/** What a draft holds when its owner presses «Publicar anúncio». */
export interface ListingContent {
  categoryId: number | null;
  title: string;
  description: string;
  imageCount: number;
  priceCents: number | null;
  stock: number;
  deliveryType: DeliveryType | null;
  promisedHours: number | null;
  ownershipDeclared: boolean;
}

/** L02: what keeps a draft from being submitted, field by field, in words that say what to do. */
export function missingForReview(content: ListingContent): FieldErrors {
  const errors: FieldErrors = {};
  const { title, description, images, priceCents } = listingLimits;
  if (content.categoryId === null) errors.categoryId = 'Escolha uma categoria para continuar.';
  if (content.imageCount < images.min) errors.images = 'Envie pelo menos 1 foto.';
  if (content.title.trim().length < title.min)
    errors.title = `O título precisa de pelo menos ${title.min} letras.`;
  if (content.description.trim().length < description.min)
    errors.description = `A descrição precisa de pelo menos ${description.min} letras.`;
  if (content.priceCents === null || content.priceCents < priceCents.min)
    errors.priceCents = 'Defina um preço a partir de R$\u00a01,00.';
  else if (content.priceCents > priceCents.max) errors.priceCents = 'O preço máximo é R$\u00a050.000,00.';
  if (content.deliveryType === null) errors.deliveryType = 'Escolha como você entrega.';
  else if (content.deliveryType === 'manual' && !content.promisedHours)
    errors.promisedHours = 'Diga em quanto tempo você entrega.';
  if (content.stock < 1)
    errors.stock =
      content.deliveryType === 'automatic'
        ? 'Cole pelo menos 1 código para vender.'
        : 'Informe pelo menos 1 unidade.';
  if (!content.ownershipDeclared)
    errors.ownershipDeclared = 'Confirme que o item é seu ou que você pode vendê-lo.';
  return errors;
}
