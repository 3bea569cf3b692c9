import type { DossierReader } from './readers.ts';

/** A movement of money between two kinds of accounts of the ledger. */
export interface Leg {
  debit: string;
  credit: string;
  amountCents: number;
}

/** A movement as a dossier shows it. A side that is none of the reader's business is null. */
export interface ShownMovement {
  from: string | null;
  to: string | null;
  amountCents: number;
}

type Party = Extract<DossierReader, 'buyer' | 'seller'>;

/** For each side and kind of journal, the accounts whose sum they may read: `to`, money that came; `from`, that left. */
const shown: Readonly<
  Record<Party, Readonly<Record<string, { to?: readonly string[]; from?: readonly string[] }>>>
> = {
  buyer: {
    capture: { to: ['escrow'] },
    refund: { to: ['refund_due'] },
    refund_received: { to: ['refund_due'] },
    refund_platform: { to: ['refund_due'] },
    refund_paid: { from: ['refund_due'] },
    part_used: { to: ['escrow'] },
    return_freight: { to: ['purchase_credit'] },
  },
  seller: {
    capture: { to: ['escrow'] },
    part_used: { to: ['escrow'] },
    conclude: { to: ['pending_release', 'commission_revenue'] },
    freight: { to: ['freight_payable', 'available'] },
    freight_returned: { from: ['available', 'recoverable'] },
    return_freight: { from: ['available', 'recoverable'] },
    compensation: { to: ['available'] },
    release: { to: ['available', 'recoverable'] },
    refund: { to: ['refund_due'] },
    block: { to: ['blocked'] },
    unblock: { from: ['blocked'] },
  },
};

/** The movements of a journal that the reader may see; null when it does not concern them. */
export function movementsFor(
  reader: DossierReader,
  kind: string,
  legs: readonly Leg[],
): ShownMovement[] | null {
  if (reader === 'staff' || reader === 'authority')
    return legs.map(({ debit, credit, amountCents }) => ({ from: debit, to: credit, amountCents }));
  const accounts = shown[reader][kind];
  if (!accounts) return null;
  const sum = (side: 'debit' | 'credit', account: string) =>
    legs.reduce((total, leg) => (leg[side] === account ? total + leg.amountCents : total), 0);
  return [
    ...(accounts.to ?? []).map((to) => ({ from: null, to, amountCents: sum('credit', to) })),
    ...(accounts.from ?? []).map((from) => ({ from, to: null, amountCents: sum('debit', from) })),
  ].filter(({ amountCents }) => amountCents > 0);
}
