import { useState } from 'react';
import { Link } from 'react-router';
import { durationText } from '#domain/text/durations.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import type { Plan } from '#domain/listings/listings.ts';
import type { SiteSettings } from '#web/settings/site-settings.ts';
import { planNames } from '#domain/state-names.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatBps, formatCents } from '#web/ui/data/formats.ts';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { Select } from '#web/ui/forms/select.tsx';

const firstCents = 10_000;

/** Computes the net amount of a sale with the domain's own rule for each plan (N08). */
export function SaleSimulator({
  plans,
  holdMs,
  priceCents: { min, max },
}: Pick<SiteSettings, 'plans' | 'holdMs' | 'priceCents'>) {
  const [priceCents, setPriceCents] = useState<number | null>(firstCents);
  const [plan, setPlan] = useState<Plan>('prata');
  const rule = plans.find(({ slug }) => slug === plan) ?? plans[0];
  const valid = priceCents !== null && priceCents >= min && priceCents <= max;
  const split = rule && valid ? splitSale(priceCents, rule) : null;
  if (!rule) return null;
  return (
    <section
      aria-labelledby="simulador"
      className="grid gap-6 rounded-xl bg-brand-soft p-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:items-center md:gap-10 md:p-8 lg:p-10"
    >
      <div>
        <h2 id="simulador" className="text-h2">
          Vale a pena vender?
        </h2>
        <p className="mt-1 text-ui font-normal text-ink-2">
          Publicar não custa nada. A tarifa só existe quando vende.
        </p>
        <div className="mt-5 grid gap-3 sm:grid-cols-2 md:max-lg:grid-cols-1">
          <Field
            label="Por quanto você vende"
            error={
              priceCents !== null && priceCents > max ? `O preço máximo é ${formatCents(max)}.` : undefined
            }
          >
            <MoneyInput value={priceCents} onValueChange={setPriceCents} />
          </Field>
          <Field label="Plano">
            <Select
              value={plan}
              options={plans.map(({ slug, commissionBps }) => ({
                value: slug,
                label: `${planNames[slug]}, ${formatBps(commissionBps)}`,
              }))}
              onValueChange={(value) => setPlan(plans.find(({ slug }) => slug === value)?.slug ?? 'prata')}
            />
          </Field>
        </div>
      </div>
      <div>
        <p className="text-ui text-ink-2">Você recebe</p>
        <output className="mt-1 block text-display font-sans text-ink tabular-nums">
          {split ? formatCents(split.netCents) : '—'}
        </output>
        <p className="mt-2 text-sm text-ink-2 tabular-nums">
          {split
            ? `${formatCents(split.totalCents)} menos ${formatCents(split.commissionCents)} de tarifa. Liberado ${durationText(holdMs)} depois da entrega.`
            : `Informe um preço a partir de ${formatCents(min)}.`}
        </p>
        <Button asChild variant="secondary" className="mt-5">
          <Link to="/anunciar">Criar anúncio</Link>
        </Button>
      </div>
    </section>
  );
}
