import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { StaffComplaintRow } from '#contract/complaints/staff-complaints.ts';
import { complaintStateLabels, reasonTexts } from '#web/complaints/complaint-texts.ts';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { DayAndTime } from '../table/day-and-time.tsx';
import { ClaimNote } from '#web/staff/queue/claim-banner.tsx';
import { OnlyAdmin } from '#web/staff/queue/only-admin.tsx';
import { claimingColleague } from '#web/staff/queue/use-claim.ts';
import type { Claims } from '#web/staff/queue/use-claim.ts';

const columns: Column<StaffComplaintRow>[] = [
  {
    key: 'case',
    header: 'Caso',
    hideLabel: true,
    cell: (row) => (
      <span className="flex flex-col md:min-w-40">
        <Link
          to={`/dashboard/reclamacoes/${row.id}`}
          className="inline-flex min-h-6 items-center font-semibold hover:underline"
        >
          {reasonTexts[row.reason].title}
        </Link>
        <span className="line-clamp-2 text-xs text-ink-3">{`${row.code} · ${row.title}`}</span>
      </span>
    ),
  },
  {
    key: 'sides',
    header: 'Lados',
    hideOnTablet: true,
    cell: (row) => (
      <span className="flex flex-col text-xs max-md:items-end xl:whitespace-nowrap">
        <span>{`@${row.buyer} comprou`}</span>
        <span className="text-ink-3">{`@${row.seller} vendeu`}</span>
      </span>
    ),
  },
  { key: 'total', header: 'Valor', numeric: true, cell: (row) => formatCents(row.totalCents) },
  {
    key: 'state',
    header: 'Situação',
    cell: (row) => {
      const { label, tone } = complaintStateLabels[row.state];
      return (
        <span className="flex flex-col items-start gap-1 max-md:items-end">
          <StatusBadge tone={tone}>{label}</StatusBadge>
          {row.raised && row.onlyAdminBecause === null && (
            <StatusBadge tone="danger">Só administração</StatusBadge>
          )}
          <OnlyAdmin
            because={row.onlyAdminBecause}
            className="max-md:items-end max-md:text-right md:max-w-48"
          />
        </span>
      );
    },
  },
  {
    key: 'target',
    header: 'Decidir até',
    cell: (row) =>
      row.targetAt === null ? (
        <span className="text-ink-3">
          aberta em <span className="whitespace-nowrap">{formatDate(row.openedAt)}</span>
        </span>
      ) : (
        <span className="flex flex-col max-md:items-end">
          <DayAndTime at={row.targetAt} />
          {row.late && <span className="text-xs font-medium text-danger">Atrasada</span>}
        </span>
      ),
  },
];

const assigneeColumn = (claims: Claims): Column<StaffComplaintRow> => ({
  key: 'by',
  header: 'Com quem',
  cell: (row) => (
    <span className="flex flex-col max-md:items-end">
      {row.takenBy ? `@${row.takenBy}` : <span className="text-ink-3">ninguém</span>}
      <ClaimNote name={claimingColleague(claims, row.id)} />
    </span>
  ),
});

const before: Column<StaffComplaintRow> = {
  key: 'before',
  header: 'Decidiu antes',
  cell: (row) => (row.decidedBy ? `@${row.decidedBy}` : 'o prazo'),
};

/** One row per case, a card on phones. Appeals show who decided before, because that person may not decide again. */
export function ComplaintsTable({
  rows,
  claims,
  appeals,
  empty,
}: {
  rows: readonly StaffComplaintRow[];
  claims: Claims;
  appeals: boolean;
  empty: ReactNode;
}) {
  return (
    <DataTable
      caption="Reclamações"
      columns={[...columns, assigneeColumn(claims), ...(appeals ? [before] : [])]}
      rows={rows}
      rowKey={(row) => row.id}
      empty={empty}
    />
  );
}
