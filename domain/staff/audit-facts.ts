import { riskLabelNames } from '#domain/risk/labels.ts';
import type { RiskLabel } from '#domain/risk/labels.ts';
import { csvInstant } from '#domain/text/csv.ts';
import { accountNames, listingNames, orderNames, paymentNames } from '#domain/state-names.ts';

/** Labels of audit fields; a field without a label is shown by its stored name. */
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
  kind: 'o que é vendido',
  icon: 'ícone',
  deliveryProof: 'prova da entrega',
  deliveryData: 'dados para a entrega',
  deliveryDataHint: 'exemplo dos dados',
  revision: 'alteração',
  table: 'lista',
  query: 'filtros',
  riskLabel: 'o que o pedido foi',
};

/** The states of each kind of thing. */
const stateNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listing: listingNames,
  user: accountNames,
  order: orderNames,
  payment: paymentNames,
};

/** The facts of an audit entry as one text for an export: `situação: Suspensa; até: 26/11/2026 23:30:00`; null for nothing. */
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
  if (field === 'riskLabel') return riskLabelNames[text as RiskLabel];
  return (field === 'state' && stateNames[kind]?.[text]) || text;
}
