import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { StoredProposal } from './stored.ts';

/** How one kind of change takes effect. */
export interface Applier {
  /** Why it does not fit any more what is there now, in Portuguese; null when it does. */
  outdated(ctx: Ctx, tx: Tx, proposal: StoredProposal): Promise<string | null>;
  /**
   * Writes the change. The proposal is applied in this transaction already, or PostgreSQL refuses the write.
   * @param confirmer null after the wait of a market with one admin
   */
  apply(ctx: Ctx, tx: Tx, proposal: StoredProposal, confirmer: Viewer | null): Promise<void>;
}
