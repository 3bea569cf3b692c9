import {
  accountLabels,
  listingLabels,
  orderLabels,
  paymentLabels,
  refundLabels,
  withdrawalLabels,
} from '#web/labels.ts';
import type { StateLabel } from '#web/labels.ts';
import { fieldNames } from '#domain/staff/audit-facts.ts';
import type { CategoryIcon } from '#domain/listings/category-icons.ts';
import { riskLabelNames } from '#domain/risk/labels.ts';
import type { RiskLabel } from '#domain/risk/labels.ts';
import { kindRules } from '#domain/listings/category-kinds.ts';
import type { CategoryKind } from '#domain/listings/category-kinds.ts';
import type { DeliveryDataAsk } from '#domain/orders/delivery-data.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import { iconNames } from '#web/staff/catalogue/icon-names.ts';
import { deliveryDataLabels, proofLabels } from '#web/staff/catalogue/inherited-labels.ts';

/** The states of each kind of thing. */
const stateLabels: Readonly<Record<string, Readonly<Record<string, StateLabel>>>> = {
  listing: listingLabels,
  user: accountLabels,
  order: orderLabels,
  payment: paymentLabels,
  refund: refundLabels,
  withdrawal: withdrawalLabels,
};

type Facts = Record<string, unknown> | null;

/** The changed fields with their values before and after. */
export function Change({ kind, before, after }: { kind: string; before: Facts; after: Facts }) {
  const factText = (field: string, facts: Facts) =>
    (field === 'state' && stateLabels[kind]?.[String(facts?.[field])]?.label) ||
    (kind === 'category' && field === 'kind' && kindRules[facts?.[field] as CategoryKind]?.name) ||
    (kind === 'category' && field === 'icon' && iconNames[facts?.[field] as CategoryIcon]) ||
    (field === 'deliveryProof' && proofLabels[facts?.[field] as DeliveryProof]) ||
    (field === 'deliveryData' && deliveryDataLabels[facts?.[field] as DeliveryDataAsk]) ||
    (field === 'riskLabel' && riskLabelNames[facts?.[field] as RiskLabel]) ||
    valueText(facts?.[field]);
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => valueText(before?.[field]) !== valueText(after?.[field]),
  );
  if (fields.length === 0) return <>—</>;
  return (
    <ul className="flex flex-col text-xs">
      {fields.map((field) => (
        <li key={field} className="break-words">
          <span className="text-ink-3">{fieldNames[field] ?? field}: </span>
          {before && (
            <>
              <del className="text-ink-3">{factText(field, before)}</del>
              <span aria-hidden="true"> → </span>
            </>
          )}
          <ins className="no-underline">{factText(field, after)}</ins>
        </li>
      ))}
    </ul>
  );
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
