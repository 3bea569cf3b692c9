import type { FormEvent } from 'react';
import { Suspense, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { StaffComplaint } from '#contract/complaints/staff-complaints.ts';
import { decideAppeal, decideComplaint } from '#contract/complaints/staff-complaints.ts';
import { complaintResults, overrulesUncontested, refundOf } from '#domain/complaints/outcomes.ts';
import type { ComplaintResult } from '#domain/complaints/outcomes.ts';
import { noteLimits } from '#domain/complaints/rules.ts';
import { standsAtBottom } from '#web/ui/page/bottom-bar.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { resultLabels } from '#web/complaints/complaint-texts.ts';
import { refundedBySilence } from '#web/complaints/silence-refund-texts.ts';
import { PercentInput } from '#web/complaints/percent-input.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { fieldErrors, useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import type { CheckboxProps } from '#web/ui/forms/checkbox.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { citedRules } from './case-labels.ts';
import { MoneyPreview } from './money-preview.tsx';
import type { Verdict } from './money-preview.tsx';

// Loads while a result is being chosen, before it is confirmed.
const DecisionConfirmation = lazyPart(() =>
  import('./decision-confirmation.tsx').then((module) => ({ default: module.DecisionConfirmation })),
);

/** R07, R09: result, grounds, cited rule, and a preview of the amounts, which is confirmed before it is sent. */
export function DecisionForm({ found, appeal }: { found: StaffComplaint; appeal: boolean }) {
  const form = useDecision(found, appeal);
  const { choice, choose, verdict, errors, pending, confirming, stopConfirming } = form;
  const { result, percent, abuse } = choice;
  return (
    <form {...form.formProps} className="flex flex-col gap-5">
      <ProblemBanner problem={form.problem} />
      <FieldSet label="Resultado" error={errors.result} announceError>
        <RadioGroup
          aria-label="Resultado"
          value={result}
          onValueChange={(value) => choose({ ...choice, result: value as ComplaintResult })}
          options={complaintResults
            .filter((value) => found.mayReturn || value !== 'return')
            .map((value) => {
              const reason = disabledReason(found, value, appeal);
              return { value, label: resultLabels[value], ...(reason && { disabled: true, hint: reason }) };
            })}
        />
      </FieldSet>
      {result === 'partial' && (
        <Field
          label={`Quanto volta a @${found.buyer}`}
          error={errors.percent}
          announceError
          hint={partHint(found, percent)}
        >
          <PercentInput value={percent} onValueChange={(share) => choose({ ...choice, percent: share })} />
        </Field>
      )}
      {verdict && <MoneyPreview found={found} verdict={verdict} />}
      {verdict?.paid && result !== 'full' && (
        <AbuseBox
          checked={abuse}
          onCheckedChange={(checked) => choose({ ...choice, abuse: checked === true })}
          error={errors.buyerAbuse}
        />
      )}
      <Field label="Fundamentos" hint="Os dois lados leem." error={errors.grounds} announceError>
        <Textarea name="grounds" minRows={4} limit={noteLimits.grounds.max} />
      </Field>
      <Field label="Regra citada" error={errors.rule} announceError>
        <TextInput name="rule" list="regras" autoComplete="off" placeholder="Ex.: CDC, art. 35" />
      </Field>
      <CitedRules />
      {/* At the bottom of the window where the form has no column of its own. */}
      <div
        ref={standsAtBottom}
        className="z-sticky border-t border-border bg-surface py-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:px-3 max-lg:py-2 max-lg:pb-[max(8px,env(safe-area-inset-bottom))] max-lg:*:w-full lg:sticky lg:bottom-0 lg:-mx-5 lg:px-5"
      >
        <Button type="submit" loading={pending}>
          {appeal ? 'Decidir recurso' : 'Decidir caso'}
        </Button>
      </div>
      {verdict && (
        <Suspense fallback={null}>
          <DecisionConfirmation
            {...{ found, verdict, appeal, pending }}
            open={confirming}
            onClose={stopConfirming}
            // A refusal is shown in the form, so the question closes with either answer.
            onConfirm={() => void form.send().finally(stopConfirming)}
          />
        </Suspense>
      )}
    </form>
  );
}

interface DecisionChoice {
  result: ComplaintResult | undefined;
  /** Null until it is typed: a part has no usual size. */
  percent: number | null;
  abuse: boolean;
}

/** The form's choices, checked when it is submitted and sent when the question is confirmed. */
function useDecision(found: StaffComplaint, appeal: boolean) {
  const [choice, choose] = useState<DecisionChoice>({ result: undefined, percent: null, abuse: false });
  const [confirming, setConfirming] = useState(false);
  const { revalidate } = useRevalidator();
  const endpoint = appeal ? decideAppeal : decideComplaint;
  const verdict = verdictOf(choice, appeal && refundedBySilence(found));
  const read = (form: FormData) => ({
    result: choice.result as ComplaintResult,
    ...(verdict?.percent && { percent: verdict.percent }),
    grounds: String(form.get('grounds') ?? ''),
    rule: String(form.get('rule') ?? ''),
    ...(verdict?.paid && verdict.abuse && { buyerAbuse: true }),
  });
  const submission = useSubmission(endpoint, {
    params: { id: found.id },
    withProof: useStepUp(),
    read,
    onDone: async () => {
      setConfirming(false);
      await revalidate();
      aviso.sucesso(
        appeal ? 'Recurso decidido' : 'Caso decidido',
        appeal
          ? choice.result === 'return'
            ? 'A devolução começa agora.'
            : 'O dinheiro segue agora.'
          : 'Os dois lados foram avisados e podem recorrer.',
      );
    },
  });

  async function ask(form: HTMLFormElement): Promise<void> {
    const errors = await fieldErrors(endpoint, read(new FormData(form)));
    if (choice.result && !verdict) errors.percent = 'Diga quanto volta, de 1% a 99%.';
    submission.setErrors(errors);
    if (Object.keys(errors).length === 0) return setConfirming(true);
    setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  return {
    ...submission,
    choice,
    choose,
    verdict,
    confirming,
    stopConfirming: () => setConfirming(false),
    formProps: {
      ...submission.formProps,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void ask(event.currentTarget);
      },
    },
  };
}

/** Null until a result is chosen, and for a part until its share is typed. */
function verdictOf({ result, percent, abuse }: DecisionChoice, paid: boolean): Verdict | null {
  if (!result || (result === 'partial' && percent === null)) return null;
  return { result, percent: result === 'partial' ? percent : null, paid, abuse: abuse && result !== 'full' };
}

/** The share of the amount at stake, in reais. */
function partHint({ atStakeCents }: StaffComplaint, percent: number | null): string {
  return percent === null
    ? `Uma parte de ${formatCents(atStakeCents)}, em porcento.`
    : `${formatCents(refundOf('partial', atStakeCents, percent))} de ${formatCents(atStakeCents)}.`;
}

function CitedRules() {
  return (
    <datalist id="regras">
      {citedRules.map((rule) => (
        <option key={rule} value={rule}>
          {rule}
        </option>
      ))}
    </datalist>
  );
}

/** R04: only in case of abuse does the buyer owe what the guarantee fund pays. */
function AbuseBox(box: Pick<CheckboxProps, 'checked' | 'onCheckedChange' | 'error'>) {
  return (
    <Checkbox {...box} hint="Só com prova nos fundamentos. Sem abuso, quem comprou fica com o que recebeu.">
      Houve abuso: quem comprou deve o que o fundo de garantia paga
    </Checkbox>
  );
}

/** Why a result is not available in this case; null when it is. */
function disabledReason(found: StaffComplaint, result: ComplaintResult, appeal: boolean): string | null {
  const { order, unitsLeft, promise, appeals, decisions, atStakeCents } = found;
  if (result === 'replacement' && order.deliveryType === 'automatic' && unitsLeft < order.quantity)
    return 'Não há outra unidade neste anúncio.';
  const [first] = decisions;
  if (!appeal || !first) return null;
  if (result === 'replacement' && refundedBySilence(found)) return 'O valor já voltou a quem comprou.';
  if (result === 'replacement' && order.deliveryType === 'manual' && !promise?.fulfilledAt)
    return 'Só se a outra unidade já foi entregue.';
  // A partial refund may still fit, depending on its amount.
  const appealed = appeals.map(({ side }) => side);
  const refundCents = refundOf(result, atStakeCents, appealed.includes('buyer') ? 99 : 1);
  return overrulesUncontested(first, appealed, { result, refundCents })
    ? 'Pioraria a situação de quem recorreu, e o outro lado não recorreu.'
    : null;
}
