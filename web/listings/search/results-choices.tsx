import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cn } from '#web/ui/styles/class-names.ts';
import { FieldSet } from '#web/ui/forms/field.tsx';
import { formatNumber } from '#web/ui/data/formats.ts';
import { searchedDeliveries, starSteps } from '#contract/listings/listings.ts';
import { Cached } from '#web/boot/cached-markup.tsx';
import { deliveryFilterLabels, priceLabel, starLabel, verifiedLabel } from './applied-filters.ts';
import { attributeField, deliveryKey, resultsPath, starsKey, verifiedKey } from './results-query.ts';
import type { ResultsFilters } from './results-query.ts';
import type { Found } from './search.ts';

interface Facts {
  filters: ResultsFilters;
  found: Omit<Found, 'items'>;
}

/** Of a field in a group: its label is smaller than the group's. */
export const groupedField = '[&_label]:text-sm [&_label]:font-normal [&_label]:text-ink-2';

/** Number of choices shown before «Ver mais». */
export const visibleChoices = 8;

/** Each filterable attribute of the category as checkboxes; values without results come last, greyed out. */
export function AttributeChoices({ filters, found, onChoose }: Facts & { onChoose: () => void }) {
  return found.facets.attributes.map(({ key, label, options }) => {
    const chosen = filters.attributes[key] ?? [];
    const useful = options.toSorted((one, other) => Number(other.count > 0) - Number(one.count > 0));
    const rows = useful.map(({ value, label: text, count }) => (
      <Choice
        key={value}
        several
        name={attributeField(key)}
        value={value}
        checked={chosen.includes(value)}
        count={count}
        onChoose={onChoose}
      >
        {text}
      </Choice>
    ));
    return (
      <FieldSet key={key} label={label}>
        {rows.slice(0, visibleChoices)}
        {rows.length > visibleChoices && (
          <details className="group">
            <summary className="flex min-h-11 items-center rounded-sm text-sm font-semibold text-brand group-open:hidden lg:min-h-9">
              Ver mais {formatNumber(rows.length - visibleChoices)}
            </summary>
            {rows.slice(visibleChoices)}
          </details>
        )}
      </FieldSet>
    );
  });
}

/** The ways of delivery as checkboxes; free freight is below shipping, which it narrows. */
export function DeliveryChoices({ filters, found, onChoose }: Facts & { onChoose: () => void }) {
  const choices = searchedDeliveries.map((delivery) => ({
    value: deliveryKey(delivery),
    text: deliveryFilterLabels[delivery],
    checked: filters.delivery.includes(delivery),
    count: found.facets.deliveries.find((each) => each.delivery === delivery)?.count,
    depth: delivery === 'free_shipping' ? 1 : 0,
  }));
  return (
    <FieldSet label="Entrega">
      <Cached kind="entrega" parts={choices}>
        {({ text, ...choice }) => (
          <Choice key={choice.value} several name="entrega" onChoose={onChoose} {...choice}>
            {text}
          </Choice>
        )}
      </Cached>
    </FieldSet>
  );
}

/** The seller's minimum score, and verification by document. */
export function SellerChoices({ filters, found, onChoose }: Facts & { onChoose: () => void }) {
  const { stars, verified } = found.facets;
  const scores = starSteps.map((step) => ({
    value: starsKey(step),
    text: starLabel[step],
    checked: filters.stars === step,
    count: stars.find(({ least }) => least === step)?.count,
  }));
  return (
    <>
      <OneOf
        label="Avaliação de quem vende"
        name="avaliacao"
        choices={[{ value: '', text: 'Qualquer nota', checked: filters.stars === null }, ...scores]}
        onChoose={onChoose}
      />
      <FieldSet label="Vendedor">
        <Choice
          several
          name="vendedor"
          value={verifiedKey}
          checked={filters.verified}
          count={verified}
          onChoose={onChoose}
        >
          {verifiedLabel}
        </Choice>
      </FieldSet>
    </>
  );
}

interface OneOfProps {
  label: string;
  name: string;
  choices: readonly { value: string; text: string; checked: boolean; count?: number | undefined }[];
  onChoose: () => void;
}

/** A group of radio buttons, controlled by the parent. */
export function OneOf({ label, name, choices, onChoose }: OneOfProps) {
  return (
    <FieldSet label={label}>
      <Cached kind={name} parts={choices}>
        {({ value, text, checked, count }) => (
          <Choice key={value} name={name} value={value} checked={checked} count={count} onChoose={onChoose}>
            {text}
          </Choice>
        )}
      </Cached>
    </FieldSet>
  );
}

/** Price ranges that have results, as links that fill both fields. */
export function PriceSteps({ filters, found }: Facts) {
  const useful = found.facets.prices.filter(({ count }) => count > 0);
  if (useful.length < 2) return null;
  const steps = useful.map(({ minCents, maxCents, count }) => ({
    to: resultsPath({ ...filters, minCents: minCents || null, maxCents, page: 1 }),
    label: priceLabel(minCents || null, maxCents),
    count,
  }));
  return (
    <Cached as="ul" kind="price-step" parts={steps} aria-label="Faixas de preço" className="mt-2">
      {({ to, label, count }) => (
        <li key={to}>
          <Link
            to={to}
            preventScrollReset
            className="flex min-h-11 items-center gap-2 rounded-sm text-ink-2 hover:text-ink lg:min-h-9"
          >
            <span className="min-w-0 flex-1">{label}</span>
            <span className="text-sm text-ink-3 tabular-nums">{formatNumber(count)}</span>
          </Link>
        </li>
      )}
    </Cached>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  checked: boolean;
  /** A checkbox instead of a radio button. */
  several?: boolean;
  /** Number of results with it; zero is greyed out, not hidden. */
  count?: number | undefined;
  /** How far it is indented. */
  depth?: number;
  onChoose: () => void;
  children: ReactNode;
}

/** A row of a group: radio button or checkbox. */
export function Choice({ name, value, checked, several, count, depth = 0, onChoose, children }: ChoiceProps) {
  return (
    <label style={depth > 0 ? { paddingLeft: depth * 16 } : undefined} className="filter-choice">
      <input
        type={several ? 'checkbox' : 'radio'}
        name={name}
        value={value}
        checked={checked}
        onChange={onChoose}
        className={cn(
          'size-4.5 shrink-0 appearance-none border-[1.5px] border-border-strong bg-surface checked:border-[5.5px] checked:border-brand',
          several ? 'rounded-xs' : 'rounded-full',
        )}
      />
      <span
        className={cn(
          'min-w-0 flex-1',
          checked ? 'font-semibold text-ink' : 'text-ink-2',
          count === 0 && 'text-ink-3',
        )}
      >
        {children}
      </span>
      {count !== undefined && <span className="text-sm text-ink-3 tabular-nums">{formatNumber(count)}</span>}
    </label>
  );
}
