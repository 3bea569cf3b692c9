import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { getStaffOrder } from '#contract/orders/staff-orders.ts';
import { complaintStateLabels, reasonTexts } from '#web/complaints/complaint-texts.ts';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';

/** The complaints of an order, each a link to its case; nothing where there is none. */
export function OrderComplaints({ complaints }: Pick<Reply<typeof getStaffOrder>, 'complaints'>) {
  if (complaints.length === 0) return null;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-h3">Reclamações</h2>
      <ul className="flex flex-col gap-1">
        {complaints.map(({ id, reason, state, openedAt }) => (
          <li key={id} className="flex items-center justify-between gap-3 text-sm">
            <span className="min-w-0">
              <Link
                to={`/dashboard/reclamacoes/${id}`}
                className="inline-flex min-h-6 items-center font-semibold text-brand hover:underline max-md:min-h-11"
              >
                {reasonTexts[reason].title}
              </Link>
              <span className="block text-xs text-ink-3">{formatDateTime(openedAt)}</span>
            </span>
            <StatusBadge tone={complaintStateLabels[state].tone} size="sm">
              {complaintStateLabels[state].label}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
