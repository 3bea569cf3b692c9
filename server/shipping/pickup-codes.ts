import type { Keys } from '#server/context.ts';
import { seal, unseal } from '#server/secrets/seal.ts';

/** The buyer and listing that the encryption is bound to; the order's id does not exist yet. */
interface Deal {
  buyerId: number;
  listingId: number;
}

const binding = ({ buyerId, listingId }: Deal) => `pickup:${buyerId}:${listingId}`;

export const sealPickupCode = (keys: Keys, deal: Deal, code: string) => seal(keys.seal, binding(deal), code);

/** The buyer's code. */
export function openPickupCode(keys: Keys, deal: Deal, sealed: Buffer): string {
  return unseal(keys.seal, binding(deal), sealed);
}
