/** N02: why an admin blocks the money of a sale. Its seller reads it. */
export const blockCauses = [
  /** The thing may be stolen, or not the seller's to sell. */
  'stolen_goods',
  'fraud',
  /** Buyer and seller may be the same person. */
  'related_sale',
  /** A court or an authority asks for it. */
  'authority',
  'other',
] as const;
export type BlockCause = (typeof blockCauses)[number];

/** A block as its rules see it. */
export interface BlockFacts {
  createdBy: number;
  endsAt: Date;
  renewedBy: number | null;
  endedAt: Date | null;
}

export type RenewalRefusal = 'ended' | 'renewed' | 'same_person';

/** N02: why a block cannot be renewed by this person now; null when it can. It is renewed once, by another person. */
export function renewalRefusal(block: BlockFacts, viewerId: number, now: Date): RenewalRefusal | null {
  if (block.endedAt !== null || block.endsAt <= now) return 'ended';
  if (block.renewedBy !== null) return 'renewed';
  return block.createdBy === viewerId ? 'same_person' : null;
}
