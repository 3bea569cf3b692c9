import { Link } from 'react-router';
import type { StaffPaymentProofRow } from '#contract/payments/payment-proofs.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatCents } from '#web/ui/data/formats.ts';
import { ClaimNote } from '#web/staff/queue/claim-banner.tsx';
import { claimingColleague } from '#web/staff/queue/use-claim.ts';
import type { Claims } from '#web/staff/queue/use-claim.ts';
import { QueueSteps } from '../queue/queue-foot.tsx';
import { ageLabel } from '#web/staff/queue/queue-age.ts';
import type { PageStepsProps } from '../table/page-steps.tsx';

export interface ProofQueueProps {
  page: PageStepsProps['page'] & { items: readonly StaffPaymentProofRow[] };
  current: number | null;
  claims: Claims;
  address: (id: number) => string;
}

const lateText: Record<StaffPaymentProofRow['late'], string | null> = {
  on_time: null,
  late: 'Passou do prazo',
  overdue: 'Muito atrasado',
};

/** Proofs awaiting a decision, oldest first; each row is a link, so that it can open in a new tab. */
export function ProofQueue({ page, current, claims, address }: ProofQueueProps) {
  const { items } = page;
  const times = items.map(({ sentAt }) => sentAt);
  return (
    <div className="md:sticky md:top-20 md:flex md:max-h-[calc(100dvh-96px)] md:flex-col md:self-start md:max-xl:row-span-2">
      <nav aria-label="Fila" className="md:min-h-0 md:overflow-y-auto">
        <ol className="flex flex-col gap-1 max-md:max-h-60 max-md:overflow-y-auto">
          {items.map((item) => (
            <li key={item.id}>
              <Link
                to={address(item.id)}
                replace
                preventScrollReset
                aria-current={item.id === current ? 'true' : undefined}
                className={cn(
                  'flex min-h-11 flex-col gap-0.5 rounded-md p-2.5 text-sm -outline-offset-2',
                  item.id === current ? 'bg-brand-soft text-on-brand-soft' : 'hover:bg-surface-2',
                )}
              >
                <span className="flex flex-wrap justify-between gap-x-2 font-semibold tabular-nums">
                  <span>{item.code}</span>
                  <span>{formatCents(item.totalCents)}</span>
                </span>
                <span className="flex flex-wrap justify-between gap-x-2 text-xs">
                  <span className="min-w-0 truncate">{item.payerName}</span>
                  <span className="tabular-nums">{ageLabel(item.sentAt, times)}</span>
                </span>
                <ClaimNote name={claimingColleague(claims, item.id)} />
                {(item.proposedBy || lateText[item.late] || item.sending > 1) && (
                  <span className="text-xs font-medium">
                    {[
                      item.proposedBy && `Proposto por @${item.proposedBy}`,
                      item.sending > 1 && `${item.sending}º envio`,
                      item.state === 'sent' || item.state === 'in_review' ? lateText[item.late] : null,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <QueueSteps page={page} className="pt-3" />
    </div>
  );
}
