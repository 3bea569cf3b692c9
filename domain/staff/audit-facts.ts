import { csvInstant } from '#domain/text/csv.ts';
import { accountNames, listingNames, orderNames, paymentNames } from '#domain/state-names.ts';

/** Names of facts as people of the team call them; another is shown as it is stored. */
export const fieldNames: Readonly<Record<string, string>> = {
  state: 'situação',
  until: 'até',
  role: 'papel',
  trusted: 'confiável',
  name: 'nome',
  position: 'posição',
  parentId: 'dentro de',
  warrantyDays: 'garantia em dias',
  holdDays: 'retenção em dias',
  deliveryProof: 'prova da entrega',
  deliveryData: 'dados para a entrega',
  deliveryDataHint: 'exemplo dos dados',
  revision: 'alteração',
  table: 'lista',
  query: 'filtros',
};

/** The states of each kind of thing. */
const stateNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listing: listingNames,
  user: accountNames,
  order: orderNames,
  payment: paymentNames,
};

/** What a decision found or left, for a file: `situação: Suspensa; até: 26/11/2026 23:30:00`; null for nothing. */
export function formatAuditFacts(kind: string, facts: Record<string, unknown> | null): string | null {
  if (facts === null) return null;
  return Object.entries(facts)
    .map(([field, value]) => `${fieldNames[field] ?? field}: ${formatAuditValue(kind, field, value)}`)
    .join('; ');
}

const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

function formatAuditValue(kind: string, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (isoInstant.test(text)) return csvInstant(text) ?? text;
  return (field === 'state' && stateNames[kind]?.[text]) || text;
}
