import type { Machine } from '#domain/machine.ts';

/** States of a listing (`anúncio`), §4.4. */
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
  | 'return_sold_out'
  | 'remove'
  | 'leave'
  | 'hold_back'
  | 'reopen';

export const listingMachine: Machine<ListingEvent, ListingState, ListingActor> = {
  submit: { rule: 'L02', by: ['seller'], from: ['draft', 'changes_requested', 'rejected'], to: 'in_triage' },
  send_to_review: { rule: 'L04', by: ['system'], from: ['in_triage'], to: 'in_review' },
  publish: { rule: 'L03', by: ['system'], from: ['in_triage'], to: 'published' },
  approve: { rule: 'L05', by: ['staff'], from: ['in_review'], to: 'published' },
  request_changes: { rule: 'L05', by: ['staff'], from: ['in_review'], to: 'changes_requested' },
  reject: { rule: 'L05', by: ['staff'], from: ['in_review'], to: 'rejected' },
  // Staff may pause too: the seller reads the reason and may resume (decision 50).
  pause: { rule: 'L06', by: ['seller', 'staff', 'system'], from: ['published'], to: 'paused' },
  resume: { rule: 'L06', by: ['seller', 'system'], from: ['paused'], to: 'published' },
  sell_out: { rule: 'L07', by: ['system'], from: ['published'], to: 'sold_out' },
  restock: { rule: 'L07', by: ['system'], from: ['sold_out'], to: 'published' },
  expire: { rule: 'L08', by: ['system'], from: ['published'], to: 'expired' },
  renew: { rule: 'L08', by: ['seller'], from: ['expired'], to: 'published' },
  suspend: {
    rule: 'L09',
    by: ['staff', 'system'],
    from: ['published', 'paused', 'sold_out'],
    to: 'suspended',
  },
  republish: { rule: 'L09', by: ['staff', 'system'], from: ['suspended'], to: 'published' },
  // Without stock it stays sold out until its seller restocks.
  return_sold_out: { rule: 'L09', by: ['staff', 'system'], from: ['suspended'], to: 'sold_out' },
  remove: {
    rule: 'L10',
    by: ['seller', 'staff'],
    from: [
      'draft',
      'in_triage',
      'in_review',
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
  // The seller's account was closed.
  leave: {
    rule: '§4.17',
    by: ['system'],
    from: listingStates.filter((state) => state !== 'removed'),
    to: 'removed',
  },
  // A listing that would go on sale while its seller may not sell (`sellingStates`) is paused until they resume it.
  hold_back: {
    rule: '§4.14',
    by: ['system'],
    from: ['in_triage', 'in_review', 'sold_out', 'expired', 'suspended'],
    to: 'paused',
  },
  // The refusal was overturned on appeal, or the team left the appeal undecided.
  reopen: { rule: 'N04', by: ['staff', 'system'], from: ['changes_requested', 'rejected'], to: 'in_review' },
};

/** States in which the last approved version may be changed and revised (L11). */
export const liveStates: readonly ListingState[] = ['published', 'paused', 'sold_out', 'expired'];

/** Reasons a reviewer may give; the seller reads the product words of `web/labels.ts`. */
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

/** States of one code of an automatic delivery (§4.4). */
export const codeStates = ['available', 'reserved', 'delivered', 'replaced', 'invalidated'] as const;
export type CodeState = (typeof codeStates)[number];

export const plans = ['prata', 'ouro', 'diamante'] as const;
export type Plan = (typeof plans)[number];

/** Hours a seller may promise; 0 is automatic delivery. */
export const promisedHoursChoices = [0, 1, 6, 24, 72] as const;
