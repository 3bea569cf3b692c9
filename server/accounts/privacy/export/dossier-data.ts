import { sql } from 'kysely';
import type { Decisions } from './personal-table.ts';

/** Dossiers that a person made of orders (N07). */
export const dossierData: Decisions<'dossiers'> = {
  dossiers: {
    title: 'dossies-de-pedidos',
    mine: (userId) => sql`t.made_by = ${userId}`,
    columns: {
      id: 'internal',
      order_id: 'shown',
      made_by: 'internal',
      reader: 'shown',
      made_at: 'shown',
      sha256: 'internal',
      signature: 'internal',
    },
    onClosure: 'keep',
    because:
      'evidence: hashes of what went to banks and authorities; it names the account by its number only',
  },
};
