import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { StaffWithdrawal } from '#contract/withdrawals/staff-withdrawals.ts';
import { overlayEntryState } from '#web/navigation/overlay-entry.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { DueLine } from '../queue/due-line.tsx';
import { ClaimNote } from '#web/staff/queue/claim-banner.tsx';
import { OnlyAdmin } from '#web/staff/queue/only-admin.tsx';
import { claimingColleague } from '#web/staff/queue/use-claim.ts';
import type { Claims } from '#web/staff/queue/use-claim.ts';
import { BulkBar, PageBox, selectionBoxes } from '../table/bulk-bar.tsx';
import { rowLink } from '../table/row-link.ts';
import { useSelection } from '../table/use-selection.ts';
import { BankState } from './bank-state.tsx';
import { BulkApproval } from './bulk-approval.tsx';
import type { WithdrawalDecision } from './decision-dialogs.tsx';
import { HolderMark } from './holder.tsx';
import { RiskCell } from './risk-mark.tsx';

export interface WithdrawalsTableProps {
  rows: readonly StaffWithdrawal[];
  pending: boolean;
  claims: Claims;
  onDecide: (id: number, decision: WithdrawalDecision) => void;
  empty: ReactNode;
}

/** The bank is asked for the key's owner until the withdrawal is decided. */
const isOpen = ({ state: at }: StaffWithdrawal) => at === 'requested' || at === 'in_review';

/** Columns common to all tabs. */
const facts: Column<StaffWithdrawal>[] = [
  {
    key: 'user',
    header: 'Usuário',
    cell: (row) => (
      <span className="flex flex-col max-md:items-end">
        <Link
          to={rowLink(row.id)}
          preventScrollReset
          state={overlayEntryState}
          className="inline-flex min-h-6 items-center font-semibold wrap-anywhere hover:underline md:min-w-24"
        >
          @{row.user.username}
        </Link>
        <span className="text-xs text-ink-3">{row.holderName}</span>
        {row.due && (
          <span className="hidden md:max-lg:block">
            <DueLine label="pagar até" due={row.due} />
          </span>
        )}
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
        <span className="text-xs text-ink-3">
          saldo depois <span className="whitespace-nowrap">{formatCents(row.balanceAfterCents)}</span>
        </span>
      </span>
    ),
  },
  {
    key: 'key',
    header: 'Chave e titular',
    cell: (row) => (
      <span className="flex flex-col tabular-nums max-md:items-end max-md:wrap-anywhere md:whitespace-nowrap">
        {row.pixKey}
        {isOpen(row) && <HolderMark matches={row.holderMatches} />}
      </span>
    ),
  },
  {
    key: 'at',
    header: 'Pedido em',
    hideOnTablet: true,
    cell: (row) => (
      <span className="flex flex-col max-md:items-end md:min-w-32">
        {formatDateTime(row.createdAt)}
        {row.due && <DueLine label="pagar até" due={row.due} />}
      </span>
    ),
  },
];
const risk: Column<StaffWithdrawal> = {
  key: 'risk',
  header: 'Risco',
  cell: (row) => <RiskCell risk={row.risk} />,
};
const decision = { key: 'actions', header: 'Decisão', bare: true };
const state: Column<StaffWithdrawal> = {
  key: 'state',
  header: 'Situação',
  cell: (row) => <BankState row={row} />,
};
const noun = ['saque', 'saques'] as const;
const nameOf = (row: StaffWithdrawal) => `${formatCents(row.amountCents)} para @${row.user.username}`;

/** One row per withdrawal, a card on phones; those the user may approve can be selected and approved together. */
export function WithdrawalsTable({ rows, pending, claims, onDecide, empty }: WithdrawalsTableProps) {
  const open = pending ? rows.filter(({ decidable }) => decidable) : [];
  const selection = useSelection(open);
  const columns = pending
    ? [
        ...facts.slice(0, 3),
        risk,
        ...facts.slice(3),
        { ...decision, cell: (row: StaffWithdrawal) => actions({ row, claims, onDecide }) },
      ]
    : [...facts, state];
  return (
    <>
      {open.length > 0 && (
        <PageBox selection={selection} rows={open} className="-my-2 items-center text-sm md:hidden" />
      )}
      <DataTable
        {...(open.length > 0 && {
          checkboxes: selectionBoxes(
            selection,
            open,
            nameOf,
            ({ notDecidableBecause }) => notDecidableBecause,
          ),
        })}
        caption="Saques"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={empty}
      />
      <BulkBar selection={selection} noun={noun}>
        <BulkApproval selection={selection} claims={claims} />
      </BulkBar>
    </>
  );
}

function actions({
  row,
  claims,
  onDecide,
}: { row: StaffWithdrawal } & Pick<WithdrawalsTableProps, 'claims' | 'onDecide'>) {
  const person = nameOf(row);
  return (
    <span className="flex flex-col gap-1 max-md:w-full">
      <span className="flex gap-2 max-md:*:flex-1 md:max-2xl:flex-col">
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
      <ClaimNote name={claimingColleague(claims, row.id)} />
      {row.needsTwo && row.firstBy && <span className="text-xs text-ink-3">@{row.firstBy} já aprovou</span>}
      {row.needsTwo && !row.firstBy && (
        <span className="text-xs text-ink-3 md:max-2xl:max-w-32 2xl:max-w-56">
          {row.sumReason ?? 'Duas pessoas aprovam'}
        </span>
      )}
      <OnlyAdmin because={row.onlyAdminBecause} className="md:max-2xl:max-w-32 2xl:max-w-56" />
      {row.notDecidableBecause && row.onlyAdminBecause === null && (
        <span className="text-xs text-on-warning-soft md:max-2xl:max-w-32 2xl:max-w-56">
          {row.notDecidableBecause}
        </span>
      )}
    </span>
  );
}
