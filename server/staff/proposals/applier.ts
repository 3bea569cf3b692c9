import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { StoredProposal } from './stored.ts';

/** How one kind of change takes effect. */
export interface Applier {
  /** Why it no longer fits the current state, in Portuguese; null when it does. */
  outdated(ctx: Ctx, tx: Tx, proposal: StoredProposal): Promise<string | null>;
  /**
   * Writes the change. The proposal must already be marked applied in this transaction, or PostgreSQL refuses the write.
   * @param confirmer null after the delay of a market with one admin
   */
  apply(ctx: Ctx, tx: Tx, proposal: StoredProposal, confirmer: Viewer | null): Promise<void>;
}
