import type { StaffComplaint } from '#contract/complaints/staff-complaints.ts';
import { refundOf } from '#domain/complaints/outcomes.ts';
import type { ComplaintResult } from '#domain/complaints/outcomes.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import { silenceRefundOutcome } from '#web/complaints/silence-refund-texts.ts';
import { formatCents } from '#web/ui/data/formats.ts';
import { previewFor } from './case-labels.ts';

export interface Verdict {
  result: ComplaintResult;
  percent: number | null;
  /** The buyer was refunded for the seller's silence before the appeal (R04). */
  paid: boolean;
  /** The buyer owes what the guarantee fund pays. */
  abuse: boolean;
}

/** What a verdict moves, in cents, and to whom. */
export function moneyOf(
  { money, atStakeCents, buyer, seller }: StaffComplaint,
  { result, percent, paid, abuse }: Verdict,
) {
  const buyerCents = refundOf(result, atStakeCents, percent);
  const split = splitSale(atStakeCents - buyerCents, money.feeRule);
  const shares = { buyerCents, sellerCents: split.netCents, platformCents: split.commissionCents };
  const buyerDebtCents = abuse ? shares.sellerCents : 0;
  const paidRows: [string, number][] = [
    [`@${buyer} recebeu de volta`, atStakeCents],
    [`O fundo de garantia paga a @${seller}`, shares.sellerCents],
    [`@${buyer} passa a dever`, buyerDebtCents],
  ];
  const saleRows: [string, number][] = [
    [`@${buyer} recebe de volta`, shares.buyerCents],
    [`@${seller} recebe`, shares.sellerCents],
    ['Tarifa de venda', shares.platformCents],
  ];
  return { shares, buyerDebtCents, rows: paid ? paidRows : saleRows };
}

/** The amounts of each side under this decision, and the text each side will read. */
export function MoneyPreview({ found, verdict }: { found: StaffComplaint; verdict: Verdict }) {
  const { result, paid } = verdict;
  const { buyer, seller } = found;
  const { shares, buyerDebtCents, rows } = moneyOf(found, verdict);
  const pays = { compensationCents: shares.sellerCents, buyerDebtCents: null };
  return (
    <section aria-label="Quem recebe o quê" className="flex flex-col gap-3 rounded-lg bg-surface-2 p-4">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-sm">
        {rows.map(([label, cents]) => (
          <div key={label} className="contents">
            <dt className="wrap-anywhere text-ink-2">{label}</dt>
            <dd className="text-right font-semibold tabular-nums">{formatCents(cents)}</dd>
          </div>
        ))}
      </dl>
      {(['buyer', 'seller'] as const).map((side) => (
        <p key={side} className="text-sm">
          <span className="text-ink-2">{`@${side === 'buyer' ? buyer : seller} lê: `}</span>
          {`«${paid ? silenceRefundOutcome({ result, ...pays, ...(side === 'buyer' && { buyerDebtCents }) }, side) : previewFor(side, result, shares)}»`}
        </p>
      ))}
    </section>
  );
}
