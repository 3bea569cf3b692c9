import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { listAuditLog } from '#contract/staff/staff.ts';
import { api } from '#web/api/api.ts';
import { formatDate, formatTime } from '#web/ui/data/formats.ts';
import type { TableDefinition } from '../table/table-definition.ts';
import { decisionLabel, subjectLabels } from '#domain/staff/audit-labels.ts';
import { roleLabels } from '#domain/staff/role-labels.ts';
import { Change } from './change.tsx';

type Decision = Reply<typeof listAuditLog>['items'][number];

/** The audit log of staff decisions: what was done, by whom, from where, and what changed. */
export const auditDefinition: TableDefinition<Decision> = {
  name: 'registro',
  caption: 'Registro de ações',
  noun: ['ação', 'ações'],
  search: '@usuário de quem agiu',
  defaultSort: '-id',
  read: (query) => api(listAuditLog, { query }),
  empty: {
    title: 'Nenhuma ação ainda.',
    text: 'Toda decisão da equipe e do sistema aparece aqui e não pode ser mudada nem apagada.',
  },
  preservedParams: ['aba'],
  views: [
    { name: 'Administração', query: 'papel=admin' },
    { name: 'Sistema', query: 'papel=system' },
  ],
  filters: [
    {
      kind: 'choice',
      param: 'papel',
      field: 'by',
      label: 'Quem',
      many: true,
      options: (['support', 'admin', 'operator', 'system'] as const).map((value) => ({
        value,
        label: roleLabels[value],
      })),
    },
    {
      kind: 'choice',
      param: 'objeto',
      field: 'subject',
      label: 'Objeto',
      options: Object.entries(subjectLabels).map(([value, label]) => ({ value, label })),
    },
    { kind: 'given', param: 'numero', field: 'subjectId', label: 'Número' },
    { kind: 'period', label: 'Período' },
  ],
  columns: [
    {
      key: 'at',
      header: 'Quando',
      sort: 'id',
      fixed: true,
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap tabular-nums">
          {formatDate(at)} <span className="text-ink-3">{formatTime(at)}</span>
        </time>
      ),
    },
    {
      key: 'kind',
      header: 'Ação',
      cell: ({ kind, reason }) => (
        <span className="flex flex-col py-1 max-md:items-end">
          <strong className="font-semibold">{decisionLabel(kind)}</strong>
          {reason && <span className="max-w-80 text-xs text-ink-2">«{reason}»</span>}
        </span>
      ),
    },
    {
      key: 'actor',
      header: 'Quem',
      cell: ({ actor, role }) => (
        <span className="flex flex-col whitespace-nowrap max-md:items-end">
          {actor ? `@${actor}` : roleLabels.system}
          {actor && <span className="text-xs text-ink-3">{roleLabels[role]}</span>}
        </span>
      ),
    },
    {
      key: 'subject',
      header: 'Objeto',
      cell: ({ subject: { kind, id, path } }) => {
        const subject = `${subjectLabels[kind] ?? kind} ${id}`;
        if (!path) return <span className="whitespace-nowrap">{subject}</span>;
        return (
          <Link
            to={path}
            className="inline-flex min-h-6 items-center whitespace-nowrap text-brand hover:underline"
          >
            {subject}
          </Link>
        );
      },
    },
    {
      key: 'change',
      header: 'Antes e depois',
      cell: ({ subject, before, after }) => <Change kind={subject.kind} before={before} after={after} />,
    },
    { key: 'ip', header: 'Endereço IP', cell: ({ ip }) => <span className="tabular-nums">{ip ?? '—'}</span> },
  ],
};
