import { Link } from 'react-router';
import { durationText } from '#domain/text/durations.ts';
import type { Plan } from '#domain/listings/listings.ts';
import type { SiteSettings } from '#web/settings/site-settings.ts';
import { planNames } from '#domain/state-names.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatBps, formatCents } from '#web/ui/data/formats.ts';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { saleBreakdown } from './fee-query.ts';
import type { FeeQuestion } from './fee-query.ts';

interface Props {
  settings: SiteSettings;
  question: FeeQuestion;
  onChange: (question: FeeQuestion) => void;
}

const modes = [
  { value: 'price', label: 'Vender por' },
  { value: 'net', label: 'Receber' },
] as const;

/** Computes the net amount of a sale, or the price for a wanted net amount, with the domain's own rules (N08). */
export function FeeSimulator({ settings, question, onChange }: Props) {
  const rule = settings.plans.find(({ slug }) => slug === question.plan);
  if (!rule) return <p className="text-body">Tarifa ainda não definida para este plano.</p>;
  const { priceCents: prices } = settings;
  const sum = saleBreakdown(question, rule, prices);
  const change = (part: Partial<FeeQuestion>) => onChange({ ...question, ...part });
  return (
    <section
      aria-label="Simulador de tarifa"
      className="grid grid-cols-[minmax(0,1fr)] gap-6 rounded-xl bg-brand-soft p-5 md:grid-cols-2 md:items-center md:gap-10 md:p-8"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <RadioGroup
          aria-label="O que você quer saber"
          orientation="horizontal"
          options={modes}
          value={question.mode}
          onValueChange={(mode) => change({ mode: mode === 'net' ? 'net' : 'price' })}
        />
        <Field
          label={question.mode === 'price' ? 'Preço do anúncio' : 'Quanto você quer receber'}
          className="max-w-80"
        >
          <MoneyInput value={question.amountCents} onValueChange={(amountCents) => change({ amountCents })} />
        </Field>
        <RadioGroup
          aria-label="Plano"
          orientation="horizontal"
          options={settings.plans.map(({ slug, commissionBps }) => ({
            value: slug,
            label: `${planNames[slug]} ${formatBps(commissionBps)}`,
          }))}
          value={question.plan}
          onValueChange={(plan) => change({ plan: plan as Plan })}
        />
      </div>
      <output className="block" aria-live="polite">
        <span className="text-ui text-ink-2">
          {question.mode === 'price' ? 'Você recebe' : 'Anuncie por'}
        </span>
        <span className="mt-1 block text-display font-sans text-ink tabular-nums">
          {sum ? formatCents(question.mode === 'price' ? sum.netCents : sum.totalCents) : '—'}
        </span>
        <span className="mt-2 block text-sm text-ink-2 tabular-nums">
          {sum
            ? `${formatCents(sum.totalCents)} − ${formatCents(sum.commissionCents)} de tarifa = ${formatCents(sum.netCents)}. Liberado ${durationText(settings.holdMs)} depois da entrega.`
            : `O preço vai de ${formatCents(prices.min)} a ${formatCents(prices.max)}.`}
        </span>
        <Button asChild className="mt-5 max-w-full md:whitespace-normal">
          <Link to={sum ? `/anunciar?preco=${sum.totalCents}&plano=${question.plan}` : '/anunciar'}>
            Criar anúncio com estes valores
          </Link>
        </Button>
      </output>
    </section>
  );
}
