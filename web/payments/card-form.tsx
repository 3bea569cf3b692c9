import { brandName } from '#web/ui/theme/brand.ts';
import { Lock } from '#web/ui/icons/icons.tsx';
import { useRef, useState } from 'react';
import { createPayment } from '#contract/payments/payments.ts';
import { installmentPlans } from '#domain/payments/installments.ts';
import type { Installments } from '#domain/payments/installments.ts';
import type { SiteSettings } from '#web/settings/site-settings.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Banner, scrollIntoSight } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { Select } from '#web/ui/forms/select.tsx';
import { planText } from './payment-texts.ts';
import { CardFields } from './card-fields.tsx';
import type { CardFieldsHandle } from './card-fields.tsx';
import { useOrderAction } from '#web/orders/use-order-action.ts';

interface CardFormProps {
  hash: string;
  totalCents: number;
  card: SiteSettings['card'] & { fieldsPath: string };
  onPaid: () => void;
}

/** The provider's fields, the installments with their total cost, and one button. */
export function CardForm({ hash, totalCents, card, onPaid }: CardFormProps) {
  const fields = useRef<CardFieldsHandle>(null);
  const plans = installmentPlans(totalCents, card);
  const [count, setCount] = useState(1);
  const [tokenizing, setTokenizing] = useState(false);
  const [unanswered, setUnanswered] = useState(false);
  const { send, pending, refusal } = useOrderAction(hash);
  const plan = plans.find((each) => each.count === count) ?? plans[0]!;

  async function pay(): Promise<void> {
    setTokenizing(true);
    setUnanswered(false);
    const token = await fields.current?.requestToken();
    setTokenizing(false);
    setUnanswered(token === 'silent');
    if (!token || token === 'silent') return;
    if (await send(createPayment, { method: 'card', ...token, installments: plan.count })) onPaid();
  }

  return (
    <div className="flex flex-col gap-5">
      <CardFields path={card.fieldsPath} ref={fields} onEnter={() => void pay()} />
      <Field label="Parcelas">
        <Select
          value={String(plan.count)}
          onValueChange={(value) => setCount(Number(value))}
          options={plans.map((each) => ({ value: String(each.count), label: planLabel(each) }))}
        />
      </Field>
      {/* The line has the height of its longest text, so that the button stays where it is. */}
      <p className="-mt-2 min-h-10 text-sm text-ink-2 tabular-nums sm:min-h-5">
        {plan.interestCents > 0
          ? `Compra ${formatCents(totalCents)} + juros do cartão ${formatCents(plan.interestCents)} = ${formatCents(plan.totalCents)}`
          : `Compra ${formatCents(totalCents)}, sem juros`}
      </p>
      {unanswered && (
        <Banner ref={scrollIntoSight} tone="danger" role="alert" title="Os campos do cartão não responderam">
          Nada foi cobrado. Digite o cartão de novo ou escolha outra forma, abaixo.
        </Banner>
      )}
      <ProblemBanner problem={refusal} />
      <Button size="lg" full loading={tokenizing || pending} onClick={() => void pay()}>
        Pagar {formatCents(plan.totalCents)}
      </Button>
      <p className="flex items-center gap-2 text-sm text-ink-2">
        <Lock aria-hidden="true" className="size-4 shrink-0" /> O número do cartão vai direto para o provedor
        de pagamento e não passa pela {brandName}.
      </p>
    </div>
  );
}

function planLabel(plan: Installments): string {
  return plan.interestCents === 0
    ? planText(plan)
    : `${planText(plan)}, total ${formatCents(plan.totalCents)}`;
}
