import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { listReports } from '#contract/community/reports.ts';
import type { ReportTarget } from '#domain/community/reports.ts';
import { reportReasonLabels } from '#web/labels.ts';
import { OnlyAdmin } from '#web/staff/queue/only-admin.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';

export type StaffReport = Reply<typeof listReports>['items'][number];

const kinds: Record<ReportTarget, string> = {
  listing: 'Anúncio',
  user: 'Pessoa',
  question: 'Pergunta',
  rating: 'Avaliação',
  message: 'Mensagem',
};

const facts: Column<StaffReport>[] = [
  {
    key: 'target',
    header: 'O quê',
    cell: ({ target, flagged }) => (
      <span className="flex max-w-64 flex-col items-start gap-1 max-md:items-end max-md:text-right">
        {target.path ? (
          <Link to={target.path} className="inline-flex min-h-6 items-center font-semibold hover:underline">
            <span className="line-clamp-2">{target.words}</span>
          </Link>
        ) : (
          <span className="line-clamp-2 font-semibold">{target.words}</span>
        )}
        <span className="text-xs text-ink-3">
          {kinds[target.kind]} de @{target.owner}
        </span>
        {flagged && <StatusBadge tone="warning">Muitas denúncias</StatusBadge>}
      </span>
    ),
  },
  {
    key: 'reason',
    header: 'Motivo',
    cell: ({ reason, text }) => (
      <span className="flex max-w-80 flex-col max-md:items-end max-md:text-right">
        {reportReasonLabels[reason]}
        {text && <span className="line-clamp-3 text-xs break-words text-ink-3">{text}</span>}
      </span>
    ),
  },
  {
    key: 'by',
    header: 'Quem denunciou',
    cell: ({ reporter, independent }) => (
      <span className="flex flex-col max-md:items-end">
        @{reporter}
        {independent > 1 && (
          <span className="text-xs text-ink-3">
            {formatCount(independent, 'denúncia independente', 'denúncias independentes')}
          </span>
        )}
      </span>
    ),
  },
  { key: 'at', header: 'Desde', cell: ({ createdAt }) => formatDateTime(createdAt) },
];

const outcome: Column<StaffReport> = {
  key: 'outcome',
  header: 'Decisão',
  cell: ({ state, note, decidedBy, decidedAt }) => (
    <span className="flex max-w-80 flex-col items-start gap-1 max-md:items-end max-md:text-right">
      <StatusBadge tone={state === 'upheld' ? 'danger' : 'neutral'}>
        {state === 'upheld' ? 'Procede' : 'Não procede'}
      </StatusBadge>
      {note && <span className="line-clamp-3 text-xs break-words text-ink-3">{note}</span>}
      {decidedAt && (
        <span className="text-xs text-ink-3">
          {decidedBy && `@${decidedBy} · `}
          {formatDateTime(decidedAt)}
        </span>
      )}
    </span>
  ),
};

export interface ReportsTableProps {
  rows: readonly StaffReport[];
  decided: boolean;
  onDecide: (id: number, decision: 'procede' | 'nao-procede') => void;
  empty: ReactNode;
}

/** Open reports, the most reported items first, then the oldest; or decided ones, newest first. */
export function ReportsTable({ rows, decided, onDecide, empty }: ReportsTableProps) {
  const columns = [
    ...facts,
    decided
      ? outcome
      : { key: 'actions', header: 'Decisão', bare: true, cell: (row: StaffReport) => actions(row, onDecide) },
  ];
  return (
    <DataTable caption="Denúncias" columns={columns} rows={rows} rowKey={({ id }) => id} empty={empty} />
  );
}

function actions({ id, target, onlyAdminBecause }: StaffReport, onDecide: ReportsTableProps['onDecide']) {
  return (
    <span className="flex flex-col gap-1 max-md:w-full">
      <span className="flex gap-2 max-md:*:flex-1 md:max-lg:flex-col">
        <Button
          variant="secondary"
          className="max-md:h-11"
          aria-label={`A denúncia de ${target.words} procede`}
          onClick={() => onDecide(id, 'procede')}
        >
          Procede
        </Button>
        <Button
          variant="quiet"
          className="max-md:h-11"
          aria-label={`A denúncia de ${target.words} não procede`}
          disabledReason={onlyAdminBecause ?? undefined}
          onClick={() => onDecide(id, 'nao-procede')}
        >
          Não procede
        </Button>
      </span>
      <OnlyAdmin because={onlyAdminBecause} className="md:max-w-56" />
    </span>
  );
}
