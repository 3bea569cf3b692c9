import { Check, X } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import type { StaffPerson } from '#contract/staff/people.ts';
import { listPeople } from '#contract/staff/people.ts';
import { api } from '#web/api/api.ts';
import { accountStates } from '#domain/accounts/accounts.ts';
import { accountLabels, levelLabels } from '#web/labels.ts';
import { Avatar } from '#web/ui/cards/avatar.tsx';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { roleLabels } from '#domain/staff/role-labels.ts';
import type { TableDefinition } from '../table/table-definition.ts';
import { overlayEntryState } from '#web/navigation/overlay-entry.ts';
import { rowLink } from '../table/row-link.ts';

export const personRoles = ['user', 'support', 'admin'] as const;

export const peopleDefinition: TableDefinition<StaffPerson> = {
  name: 'usuarios',
  caption: 'Usuários',
  noun: ['pessoa', 'pessoas'],
  search: '@usuário, e-mail ou CPF',
  defaultSort: '-id',
  read: (query) => api(listPeople, { query }),
  empty: { title: 'Ninguém ainda.', text: 'Quem criar uma conta aparece aqui.' },
  views: [
    { name: 'Equipe', query: 'papel=support%2Cadmin' },
    { name: 'Suspensos', query: 'situacao=suspended%2Cbanned' },
  ],
  filters: [
    {
      kind: 'choice',
      param: 'situacao',
      field: 'state',
      label: 'Situação',
      many: true,
      options: accountStates.map((value) => ({ value, label: accountLabels[value].label })),
    },
    {
      kind: 'choice',
      param: 'papel',
      field: 'role',
      label: 'Papel',
      many: true,
      options: personRoles.map((value) => ({ value, label: roleLabels[value] })),
    },
    { kind: 'period', label: 'Desde' },
  ],
  columns: [
    {
      key: 'username',
      header: 'Usuário',
      sort: 'username',
      fixed: true,
      cell: (row) => (
        <Link
          to={rowLink(row.id)}
          preventScrollReset
          state={overlayEntryState}
          className="inline-flex min-h-6 items-center gap-2 font-semibold hover:underline"
        >
          <Avatar name={row.username} src={row.image} size={24} />@{row.username}
        </Link>
      ),
    },
    {
      key: 'email',
      header: 'E-mail',
      cell: ({ email, emailVerified }) => (
        <span className="inline-flex items-center gap-1.5 max-md:break-all md:whitespace-nowrap">
          {email} <YesNo yes={emailVerified} />
        </span>
      ),
    },
    { key: 'phone', header: 'Celular', cell: ({ phoneVerified }) => <YesNo yes={phoneVerified} labelled /> },
    { key: 'level', header: 'Nível', cell: ({ level }) => levelLabels[level].label },
    { key: 'role', header: 'Papel', cell: ({ role }) => roleLabels[role] },
    {
      key: 'balance',
      header: 'Saldo disponível',
      numeric: true,
      cell: ({ availableCents }) => formatCents(availableCents),
    },
    {
      key: 'state',
      header: 'Situação',
      cell: ({ state }) => (
        <StatusBadge tone={accountLabels[state].tone} size="sm">
          {accountLabels[state].label}
        </StatusBadge>
      ),
    },
    {
      key: 'since',
      header: 'Desde',
      sort: 'id',
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDate(createdAt)}</span>,
    },
  ],
};

function YesNo({ yes, labelled = false }: { yes: boolean; labelled?: boolean }) {
  const Icon = yes ? Check : X;
  const text = yes ? 'Confirmado' : 'Não confirmado';
  return (
    <span className={`inline-flex items-center gap-1 ${yes ? 'text-on-success-soft' : 'text-ink-3'}`}>
      <Icon aria-hidden="true" className="size-4" />
      <span className={labelled ? undefined : 'sr-only'}>{text}</span>
    </span>
  );
}
