import { CircleAlert, CircleCheck } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import type { OrderRow } from '#contract/orders/orders.ts';
import { isUnanswered } from '#web/api/api.ts';
import { formatCents } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { Spinner } from '#web/ui/page/spinner.tsx';
import type { BulkAction } from '#web/orders/bulk/bulk-action.ts';
import { bulkActionTexts } from './bulk-texts.ts';
import type { Outcomes } from './use-bulk-action.ts';

interface BulkListProps {
  action: BulkAction;
  rows: readonly OrderRow[];
  outcomes: Outcomes;
}

/** The selected orders, each with its outcome. */
export function BulkList({ action, rows, outcomes }: BulkListProps) {
  return (
    <ul aria-label="Pedidos" className="divide-y divide-border rounded-md border border-border">
      {rows.map((row) => (
        <li key={row.id} className="flex items-start gap-4 px-4 py-3 text-sm">
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2 text-ui font-semibold">{row.title}</span>
            <span className="block wrap-anywhere text-ink-3">
              <DotSeparated of={[row.code, `@${row.otherParty}`]} />
            </span>
            <output>
              <Result action={action} row={row} outcome={outcomes[row.hash]} />
            </output>
          </span>
          <span className="text-ui font-semibold whitespace-nowrap tabular-nums">
            {formatCents(row.netCents)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The call may have succeeded; a retry with the same idempotency key can't repeat it. */
const unansweredText = 'Ficou sem resposta.';

function Result({
  action,
  row,
  outcome,
}: {
  action: BulkAction;
  row: OrderRow;
  outcome: Outcomes[string] | undefined;
}) {
  const { done, moving, failed } = bulkActionTexts[action];
  if (outcome === undefined) return null;
  if (outcome === 'done')
    return (
      <span className="mt-1 flex gap-1.5 font-medium text-on-success-soft">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {done}
      </span>
    );
  if (outcome === 'moving')
    return (
      <span className="mt-1 flex items-center gap-1.5 text-ink-2">
        <Spinner className="size-4" />
        {moving}
      </span>
    );
  return (
    <span className="mt-1 flex flex-wrap gap-x-1.5 font-medium text-danger">
      <span className="flex gap-1.5">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          {isUnanswered(outcome) ? unansweredText : failed}{' '}
          {outcome.fields.note ?? outcome.fields.fileIds ?? outcome.detail}
        </span>
      </span>
      <Link
        to={`/pedido/${row.hash}`}
        className="inline-flex min-h-11 items-center text-brand underline-offset-4 hover:underline"
      >
        Ver pedido {row.code}
      </Link>
    </span>
  );
}
