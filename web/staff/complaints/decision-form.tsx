import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { StaffComplaint } from '#contract/complaints/staff-complaints.ts';
import { decideAppeal, decideComplaint } from '#contract/complaints/staff-complaints.ts';
import { complaintResults, overrulesUncontested, refundOf } from '#domain/complaints/outcomes.ts';
import type { ComplaintResult } from '#domain/complaints/outcomes.ts';
import { noteLimits } from '#domain/complaints/rules.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { resultLabels } from '#web/complaints/complaint-texts.ts';
import { refundedBySilence } from '#web/complaints/silence-refund-texts.ts';
import { PercentInput } from '#web/complaints/percent-input.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import type { CheckboxProps } from '#web/ui/forms/checkbox.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { citedRules } from './case-labels.ts';
import { DecisionConfirmation } from './decision-confirmation.tsx';
import { MoneyPreview } from './money-preview.tsx';
import type { Verdict } from './money-preview.tsx';

/** R07, R09: result, grounds, cited rule, and a preview of the amounts. */
export function DecisionForm({ found, appeal }: { found: StaffComplaint; appeal: boolean }) {
  const [result, setResult] = useState<ComplaintResult>();
  const [percent, setPercent] = useState<number | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [abuse, setAbuse] = useState(false);
  const paid = appeal && refundedBySilence(found);
  const { revalidate } = useRevalidator();
  const { formProps, errors, problem, pending, check, send } = useSubmission(
    appeal ? decideAppeal : decideComplaint,
    {
      params: { id: found.id },
      withProof: useStepUp(),
      read: (form) => ({
        result: result as ComplaintResult,
        ...(result === 'partial' && percent !== null && { percent }),
        grounds: String(form.get('grounds') ?? ''),
        rule: String(form.get('rule') ?? ''),
        ...(paid && abuse && result !== 'full' && { buyerAbuse: true }),
      }),
      onDone: async () => {
        setConfirming(false);
        await revalidate();
        aviso.sucesso(
          appeal ? 'Recurso decidido' : 'Caso decidido',
          appeal ? 'O dinheiro segue agora.' : 'Os dois lados foram avisados e podem recorrer.',
        );
      },
    },
  );
  const missesPart = result === 'partial' && percent === null;
  const verdict: Verdict | null =
    result && !missesPart
      ? { result, percent: result === 'partial' ? percent : null, paid, abuse: abuse && result !== 'full' }
      : null;
  return (
    <form
      {...formProps}
      onSubmit={(event) => {
        event.preventDefault();
        void check(missesPart ? { percent: 'Diga quanto volta, de 1% a 99%.' } : {}).then(setConfirming);
      }}
      className="flex flex-col gap-5"
    >
      <ProblemBanner problem={problem} />
      <FieldSet label="Resultado" error={errors.result} announceError>
        <RadioGroup
          aria-label="Resultado"
          value={result}
          onValueChange={(value) => setResult(value as ComplaintResult)}
          options={complaintResults.map((value) => {
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
          <PercentInput value={percent} onValueChange={setPercent} />
        </Field>
      )}
      {verdict && <MoneyPreview found={found} verdict={verdict} />}
      {paid && result && result !== 'full' && (
        <AbuseBox checked={abuse} onCheckedChange={setAbuse} error={errors.buyerAbuse} />
      )}
      <Field label="Fundamentos" hint="Os dois lados leem." error={errors.grounds} announceError>
        <Textarea name="grounds" minRows={4} limit={noteLimits.grounds.max} />
      </Field>
      <Field label="Regra citada" error={errors.rule} announceError>
        <TextInput name="rule" list="regras" autoComplete="off" placeholder="Ex.: CDC, art. 35" />
      </Field>
      <CitedRules />
      <Button type="submit" loading={pending} className="self-start">
        {appeal ? 'Decidir recurso' : 'Decidir caso'}
      </Button>
      {verdict && (
        <DecisionConfirmation
          found={found}
          verdict={verdict}
          appeal={appeal}
          open={confirming}
          pending={pending}
          onClose={() => setConfirming(false)}
          // A refusal is shown in the form, so the question closes with either answer.
          onConfirm={() => void send().finally(() => setConfirming(false))}
        />
      )}
    </form>
  );
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
