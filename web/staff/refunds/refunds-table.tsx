import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { StaffRefund } from '#contract/refunds/refunds.ts';
import { destinationTexts, refundReasonLabels } from '#web/refunds/refund-texts.ts';
import { refundLabels } from '#web/labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { DueLine } from '../queue/due-line.tsx';
import { ClaimNote } from '#web/staff/queue/claim-banner.tsx';
import { OnlyAdmin } from '#web/staff/queue/only-admin.tsx';
import { claimingColleague } from '#web/staff/queue/use-claim.ts';
import type { Claims } from '#web/staff/queue/use-claim.ts';
import type { Decision } from './decision-dialog.tsx';

export interface RefundsTableProps {
  rows: readonly StaffRefund[];
  tab: string;
  claims: Claims;
  onDecide: (id: number, decision: Decision) => void;
  empty: ReactNode;
}

const facts: Column<StaffRefund>[] = [
  {
    key: 'order',
    header: 'Pedido',
    cell: ({ order }) => (
      <span className="flex min-w-0 flex-col max-md:items-end lg:min-w-32">
        <Link
          to={`/pedido/${order.hash}`}
          className="inline-flex min-h-6 items-center font-semibold hover:underline"
        >
          {order.code}
        </Link>
        <span className="line-clamp-2 max-w-56 text-xs text-ink-3 max-md:text-right">{order.title}</span>
      </span>
    ),
  },
  {
    key: 'buyer',
    header: 'Quem comprou',
    cell: ({ buyer }) => (
      <Link to={`/perfil/${buyer.username}`} className="inline-flex min-h-6 items-center hover:underline">
        @{buyer.username}
      </Link>
    ),
  },
  {
    key: 'reason',
    header: 'Motivo',
    cell: ({ reason, opened, sellerIs, stranger }) => (
      <span className="flex flex-col max-md:items-end lg:min-w-32">
        {refundReasonLabels[reason]}
        {stranger && (
          <span className="text-xs text-on-warning-soft max-md:text-right">
            outra pessoa pagou: {stranger}
          </span>
        )}
        {reason === 'regret' && (
          <span className="text-xs text-ink-3">
            <DotSeparated
              of={[opened ? 'código já aberto' : 'código não aberto', sellerIs && sellerLabels[sellerIs]]}
            />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Valor',
    numeric: true,
    cell: ({ amountCents, destination }) => (
      <span className="flex flex-col items-end">
        <strong className="text-ui font-semibold">{formatCents(amountCents)}</strong>
        <span className="text-xs text-ink-3">{destinationTexts[destination]}</span>
      </span>
    ),
  },
  {
    key: 'at',
    header: 'Pedido em',
    cell: ({ createdAt, due }) => (
      <span className="flex flex-col max-md:items-end md:min-w-24 lg:min-w-32">
        {formatDate(createdAt)}
        {due && <DueLine label="decidir até" due={due} />}
      </span>
    ),
  },
];

const sellerLabels: Record<NonNullable<StaffRefund['sellerIs']>, string> = {
  company: 'vendido por empresa',
  habitual: 'vendedor habitual',
  occasional: 'vendedor ocasional',
};

const state: Column<StaffRefund> = {
  key: 'state',
  header: 'Situação',
  cell: (row) => (
    <span className="flex flex-col items-start gap-1 max-md:items-end">
      <StatusBadge tone={refundLabels[row.state].tone}>{refundLabels[row.state].label}</StatusBadge>
      <BankAnswer {...row} />
      {row.state === 'rejected' && row.decisionNote && (
        <span className="line-clamp-2 max-w-56 text-xs text-ink-3">{row.decisionNote}</span>
      )}
    </span>
  ),
};

/** One row per refund; a card on phones. */
export function RefundsTable({ rows, tab, claims, onDecide, empty }: RefundsTableProps) {
  const decides = tab === 'pendentes' || tab === 'manuais';
  const columns = decides
    ? [...facts, { key: 'actions', header: 'Decisão', bare: true, cell: actionsFor(onDecide, claims) }]
    : [...facts, state];
  return (
    <DataTable caption="Reembolsos" columns={columns} rows={rows} rowKey={(row) => row.id} empty={empty} />
  );
}

function actionsFor(onDecide: RefundsTableProps['onDecide'], claims: Claims) {
  return function Actions(row: StaffRefund) {
    const about = `${formatCents(row.amountCents)} para @${row.buyer.username}`;
    const because = row.notDecidableBecause ?? undefined;
    return (
      <span className="flex flex-col gap-1 max-md:w-full">
        <span className="flex gap-2 max-md:*:flex-1 md:flex-col">
          {row.state === 'manual' ? (
            <Button
              variant="secondary"
              className="max-md:h-11"
              aria-label={`${row.handEndToEndId ? 'Confirmar' : 'Registrar'} Pix de ${about}`}
              disabledReason={because}
              onClick={() => onDecide(row.id, 'pix')}
            >
              {row.handEndToEndId ? 'Confirmar Pix' : 'Registrar Pix'}
            </Button>
          ) : (
            <Button
              variant="secondary"
              className="max-md:h-11"
              aria-label={`Aprovar reembolso de ${about}`}
              disabledReason={because}
              onClick={() => onDecide(row.id, 'aprovar')}
            >
              Aprovar
            </Button>
          )}
          {row.state === 'requested' && (
            <Button
              variant="quiet"
              className="text-danger max-md:h-11"
              aria-label={`Recusar reembolso de ${about}`}
              disabledReason={because}
              onClick={() => onDecide(row.id, 'recusar')}
            >
              Recusar
            </Button>
          )}
        </span>
        {row.contested && row.state === 'requested' && (
          <span className="text-xs text-ink-3">Devolução contestada</span>
        )}
        <ClaimNote name={claimingColleague(claims, row.id)} />
        {row.firstBy && <span className="text-xs text-ink-3">@{row.firstBy} já aprovou</span>}
        {row.sumReason && !row.firstBy && !because && (
          <span className="text-xs text-ink-3 md:max-w-56 md:max-lg:max-w-32">{row.sumReason}</span>
        )}
        <OnlyAdmin because={row.onlyAdminBecause} className="md:max-w-56 md:max-lg:max-w-32" />
        {because && row.onlyAdminBecause === null && (
          <span className="text-xs text-on-warning-soft md:max-w-56 md:max-lg:max-w-32">{because}</span>
        )}
        <BankAnswer {...row} />
      </span>
    );
  };
}

/** Why the bank refused it, or why a person must pay it: a manual payment can't be returned by a bank. */
function BankAnswer({ state: now, lastError }: Pick<StaffRefund, 'state' | 'lastError'>) {
  if (!lastError) return null;
  if (now === 'manual') return <span className="text-xs text-ink-3">Pix manual: {lastError}</span>;
  return <span className="text-xs text-danger">O banco recusou: {lastError}</span>;
}
