import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { withdrawalWords } from '#web/text.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { formatCents, formatDate, formatDateTime } from '#web/ui/formats.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DueLine } from '../queue/due-line.tsx';
import { HeldNote } from '../queue/held-banner.tsx';
import { colleagueOn } from '../queue/use-hold.ts';
import type { Holds } from '../queue/use-hold.ts';
import type { StaffWithdrawal } from '../withdrawals-page.tsx';
import { Repayment } from './repayment.tsx';

export interface WithdrawalsTableProps {
  rows: readonly StaffWithdrawal[];
  pending: boolean;
  holds: Holds;
  onDecide: (id: number, decision: 'aprovar' | 'recusar') => void;
  empty: ReactNode;
}

/** The bank is asked who holds the key until it is decided. */
const waits = ({ state: at }: StaffWithdrawal) => at === 'requested' || at === 'in_review';

/** What every tab shows of a withdrawal. */
const facts: Column<StaffWithdrawal>[] = [
  {
    key: 'user',
    header: 'Pessoa',
    cell: (row) => (
      <span className="flex flex-col max-md:items-end">
        <Link
          to={`/perfil/${row.user.username}`}
          className="inline-flex min-h-6 items-center font-semibold hover:underline"
        >
          @{row.user.username}
        </Link>
        <span className="text-xs text-ink-3">{row.holderName}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Valor',
    numeric: true,
    cell: (row) => (
      <span className="flex flex-col items-end">
        <strong className="text-ui font-semibold">{formatCents(row.amountCents)}</strong>
        {row.feeCents > 0 && <span className="text-xs text-ink-3">tarifa {formatCents(row.feeCents)}</span>}
      </span>
    ),
  },
  {
    key: 'key',
    header: 'Chave e titular',
    cell: (row) => (
      <span className="flex flex-col whitespace-nowrap tabular-nums max-md:items-end">
        {row.pixKey}
        {waits(row) && <Holder matches={row.holderMatches} />}
      </span>
    ),
  },
  { key: 'after', header: 'Saldo depois', numeric: true, cell: (row) => formatCents(row.balanceAfterCents) },
  {
    key: 'at',
    header: 'Pedido em',
    cell: (row) => (
      <span className="flex flex-col whitespace-nowrap max-md:items-end">
        {formatDateTime(row.createdAt)}
        {row.due && <DueLine words="pagar até" due={row.due} />}
      </span>
    ),
  },
];
const decision = { key: 'actions', header: 'Decisão', bare: true };
const state: Column<StaffWithdrawal> = {
  key: 'state',
  header: 'Situação',
  cell: (row) => <State row={row} />,
};

/** One row for each withdrawal; a card on phones. */
export function WithdrawalsTable({ rows, pending, holds, onDecide, empty }: WithdrawalsTableProps) {
  const columns = [
    ...facts,
    pending ? { ...decision, cell: (row: StaffWithdrawal) => actions({ row, holds, onDecide }) } : state,
  ];
  return <DataTable caption="Saques" columns={columns} rows={rows} rowKey={(row) => row.id} empty={empty} />;
}

function actions({
  row,
  holds,
  onDecide,
}: { row: StaffWithdrawal } & Pick<WithdrawalsTableProps, 'holds' | 'onDecide'>) {
  const person = `${formatCents(row.amountCents)} para @${row.user.username}`;
  return (
    <span className="flex flex-col gap-1 max-md:w-full">
      <span className="flex gap-2 max-md:*:flex-1 md:max-lg:flex-col">
        <Button
          aria-label={`Aprovar saque de ${person}`}
          disabledReason={row.notDecidableBecause ?? undefined}
          onClick={() => onDecide(row.id, 'aprovar')}
          variant="secondary"
          className="max-md:h-11"
        >
          Aprovar
        </Button>
        <Button
          aria-label={`Recusar saque de ${person}`}
          variant="quiet"
          className="text-danger max-md:h-11"
          disabledReason={row.holderMatches === false ? undefined : (row.notDecidableBecause ?? undefined)}
          onClick={() => onDecide(row.id, 'recusar')}
        >
          Recusar
        </Button>
      </span>
      <HeldNote name={colleagueOn(holds, row.id)} />
      {row.needsTwo && row.firstBy && <span className="text-xs text-ink-3">@{row.firstBy} já aprovou</span>}
      {row.needsTwo && !row.firstBy && <span className="text-xs text-ink-3">Duas pessoas aprovam</span>}
      {row.notDecidableBecause && (
        <span className="text-xs text-on-warning-soft md:max-w-56 md:max-lg:max-w-32">
          {row.notDecidableBecause}
        </span>
      )}
    </span>
  );
}

function State({ row }: { row: StaffWithdrawal }) {
  const { label, tone } = withdrawalWords[row.state];
  return (
    <span className="flex flex-col items-start gap-1 max-md:items-end">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      <BankWords row={row} />
      {row.repayable && <Repayment row={row} />}
    </span>
  );
}

/** What the bank said, and whether it had paid before. */
function BankWords({ row: { paidAt, reopenedAt, lastError } }: { row: StaffWithdrawal }) {
  if (paidAt && reopenedAt)
    return (
      <span className="text-xs text-danger">
        Pago em {formatDate(paidAt)}, o banco devolveu em {formatDate(reopenedAt)}: {lastError}
      </span>
    );
  return lastError && <span className="text-xs text-danger">O banco recusou: {lastError}</span>;
}

const holders = {
  yes: { icon: CircleCheck, text: 'Confere', tone: 'text-on-success-soft' },
  no: { icon: CircleX, text: 'Não confere', tone: 'text-danger' },
  unknown: { icon: CircleHelp, text: 'O banco não disse', tone: 'text-ink-2' },
};

function Holder({ matches }: { matches: boolean | null }) {
  const { icon: Icon, text, tone } = holders[matches === null ? 'unknown' : matches ? 'yes' : 'no'];
  return (
    <span className={`inline-flex items-center gap-1 text-xs font-medium ${tone}`}>
      <Icon aria-hidden="true" className="size-4" /> {text}
    </span>
  );
}
