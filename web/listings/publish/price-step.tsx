import { useState } from 'react';
import type { Category } from '#contract/listings/catalogue.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import type { Plan } from '#domain/listings/listings.ts';
import type { SiteSettings } from '#web/settings/site-settings.ts';
import { planBenefits } from '#web/listings/listing-texts.ts';
import { planNames } from '#domain/state-names.ts';
import { ChoiceCards } from '#web/ui/forms/choice-card.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { formatBps, formatCents } from '#web/ui/data/formats.ts';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { boundsOf } from '#web/settings/sizes.ts';
import type { Draft } from './draft.ts';
import { releaseText } from './stock/release-text.ts';
import { SimilarPrices } from './similar-prices.tsx';

export interface PriceStepProps {
  listingId: number;
  draft: Draft;
  category: Category | undefined;
  settings: SiteSettings;
  errors: FieldErrors;
  change: (patch: Partial<Draft>) => void;
  /** Saves the draft first, because prices are compared by title and details. */
  save: () => Promise<boolean>;
}

/** The buyer's price, each plan's fee and the seller's net amount. */
export function PriceStep({ listingId, draft, category, settings, errors, change, save }: PriceStepProps) {
  const { min, max } = boundsOf(listingLimits.priceCents);
  const plan = settings.plans.find(({ slug }) => slug === draft.plan);
  const [now] = useState(() => new Date());
  return (
    <>
      <div className="flex flex-col gap-3">
        <Field
          label={draft.stock > 1 ? 'Preço de cada unidade' : 'Preço'}
          error={errors.priceCents}
          hint={`De ${formatCents(min)} a ${formatCents(max)}. Quem compra não paga tarifa.`}
          className="sm:max-w-xs"
        >
          <MoneyInput value={draft.priceCents} onValueChange={(priceCents) => change({ priceCents })} />
        </Field>
        <SimilarPrices listingId={listingId} save={save} />
      </div>
      <FieldSet
        label="Plano"
        hint="Você só paga a tarifa quando vende. Publicar é grátis."
        error={errors.plan}
      >
        <ChoiceCards
          aria-label="Plano"
          columns={3}
          value={draft.plan}
          onValueChange={(value) => change({ plan: value as Plan })}
          choices={settings.plans.map((rule) => ({
            value: rule.slug,
            title: `${planNames[rule.slug]} · ${formatBps(rule.commissionBps)}`,
            reason: planBenefits(rule),
            price: draft.priceCents ? (
              <>
                <span className="block text-xs font-medium text-ink-2">Você recebe</span>
                {formatCents(splitSale(draft.priceCents, rule).netCents)}
              </>
            ) : undefined,
          }))}
        />
      </FieldSet>
      {plan && (
        <YouReceive priceCents={draft.priceCents} plan={plan}>
          {releaseText(now, draft, category, settings.holdMs)}
        </YouReceive>
      )}
    </>
  );
}

/** The calculation line by line, with the net amount emphasised. */
function YouReceive({
  priceCents,
  plan,
  children,
}: {
  priceCents: number | null;
  plan: SiteSettings['plans'][number];
  /** When the money is released. */
  children: string;
}) {
  const split = priceCents === null ? null : splitSale(priceCents, plan);
  return (
    <dl className="flex flex-col gap-2 rounded-lg bg-surface-2 p-5 text-sm tabular-nums">
      <div className="flex justify-between gap-4">
        <dt className="text-ink-2">Preço</dt>
        <dd>{split ? formatCents(split.totalCents) : '—'}</dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-ink-2">
          Tarifa {planNames[plan.slug]} ({formatBps(plan.commissionBps)}, mínimo{' '}
          {formatCents(plan.minCommissionCents)})
        </dt>
        <dd className="whitespace-nowrap">{split ? formatCents(-split.commissionCents) : '—'}</dd>
      </div>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-1 border-t border-border pt-4">
        <dt className="text-ui font-semibold">Você recebe</dt>
        <dd className="text-price-xl" aria-live="polite">
          {split ? formatCents(split.netCents) : '—'}
        </dd>
      </div>
      <div className="text-ink-2">
        <dt className="sr-only">Quando</dt>
        <dd>{children}</dd>
      </div>
    </dl>
  );
}
