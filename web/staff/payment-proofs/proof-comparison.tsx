import { CircleCheck, CircleX } from '#web/ui/icons/icons.tsx';
import type { BankLineRow } from '#contract/payments/payment-proofs.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import type { StaffPaymentProof } from './proof-viewer.tsx';

const dayMs = 86_400_000;

/** What the buyer wrote beside the chosen line of the bank statement. */
export function Comparison({ proof, line }: { proof: StaffPaymentProof; line: BankLineRow | null }) {
  const isSameDay = line && Math.abs(Date.parse(line.at) - Date.parse(proof.paidAt)) < dayMs;
  const rows: [label: string, claimed: string, bank: string, matches: boolean | null][] = [
    [
      'Valor',
      formatCents(proof.amountCents),
      line ? formatCents(line.amountCents) : '—',
      line && line.amountCents === proof.totalCents,
    ],
    ['Data', formatDateTime(proof.paidAt), line ? formatDateTime(line.at) : '—', isSameDay],
    ['Pagador', proof.payerName, line?.payerName ?? '—', null],
    ['Banco e docu\u00ADmento', proof.bank, line?.document || '—', null],
  ];
  return (
    // Soft hyphens let long words break, so that text at twice the size matches a phone.
    <table className="w-full text-sm">
      <caption className="sr-only">Comprovante e extrato, lado a lado</caption>
      <thead>
        <tr className="text-left text-xs text-ink-3">
          <th scope="col">
            <span className="sr-only">O quê</span>
          </th>
          <th scope="col" className="pb-1 font-semibold">
            {'Compro\u00ADvante'}
          </th>
          <th scope="col" className="pb-1 font-semibold">
            Extrato
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, claimed, bank, matches]) => (
          <tr key={label} className="border-t border-border align-top">
            <th scope="row" className="py-2 pr-3 text-left font-normal wrap-break-word text-ink-2">
              {label}
            </th>
            <td className="py-2 pr-2 wrap-anywhere tabular-nums">{claimed}</td>
            <td className="py-2 wrap-anywhere tabular-nums">
              {bank}
              {matches !== null && <MatchMark matches={matches} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MatchMark({ matches }: { matches: boolean }) {
  const Icon = matches ? CircleCheck : CircleX;
  return (
    <span
      className={cn(
        'flex items-center gap-1 text-[length:min(0.8125rem,4.2vw)] font-medium wrap-normal',
        matches ? 'text-success' : 'text-danger',
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" /> {matches ? 'Confere' : 'Não confere'}
    </span>
  );
}
