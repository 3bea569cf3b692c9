import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Complaint } from '#contract/complaints/complaints.ts';
import { proposeOutcome } from '#contract/complaints/complaints.ts';
import { proposalKinds, refundOf } from '#domain/complaints/outcomes.ts';
import type { ProposalKind } from '#domain/complaints/outcomes.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { focusField } from '#web/ui/overlays/overlay.ts';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { proposalLabels } from './complaint-texts.ts';
import { PercentInput } from './percent-input.tsx';

const dayMs = 86_400_000;
const dayChoices = [1, 2, 3, 5, 7, 10];

/** One side's proposal to end the complaint (R03). */
export function ProposalForm({ complaint, onClose }: { complaint: Complaint; onClose: () => void }) {
  const { id, atStakeCents, deliveryType, now, viewerIs } = complaint;
  const [kind, setKind] = useState<ProposalKind | undefined>();
  const [percent, setPercent] = useState<number | null>(50);
  const [days, setDays] = useState(3);
  const [text, setText] = useDraft(`reclamacao-${id}-proposta`);
  const { revalidate } = useRevalidator();
  const needsDeadline = kind === 'fix' || (kind === 'replacement' && deliveryType === 'manual');
  const { formProps, errors, problem, pending } = useSubmission(proposeOutcome, {
    params: { id },
    read: () => ({
      kind: kind as ProposalKind,
      ...(kind === 'partial' && percent !== null && { percent }),
      ...(needsDeadline && { promiseBy: dateIn(now, days) }),
      words: text,
    }),
    onDone: async () => {
      setText('');
      await revalidate();
      onClose();
      aviso.sucesso('Proposta enviada', 'O outro lado já foi avisado. O prazo está na reclamação.');
    },
  });
  return (
    <form {...formProps} className="flex flex-col gap-5 rounded-lg bg-surface-2 p-4 print:hidden">
      <ProblemBanner problem={problem} />
      <FieldSet ref={focusField} label="O que você propõe?" error={errors.kind} announceError>
        <RadioGroup
          aria-label="O que você propõe?"
          value={kind}
          onValueChange={(value) => setKind(value as ProposalKind)}
          options={kindOptions(complaint)}
        />
      </FieldSet>
      {kind === 'partial' && (
        <Field
          label="Quanto volta"
          hint={
            percent === null
              ? undefined
              : `${formatCents(refundOf('partial', atStakeCents, percent))} de ${formatCents(atStakeCents)}`
          }
          error={errors.percent}
          announceError
        >
          <PercentInput value={percent} onValueChange={setPercent} />
        </Field>
      )}
      {needsDeadline && (
        <Field
          label="Até quando"
          hint={`${formatDateTime(dateIn(now, days))}. Se a data passar, o valor volta inteiro a quem comprou.`}
          error={errors.promiseBy}
          announceError
        >
          <Select
            value={String(days)}
            onValueChange={(value) => setDays(Number(value))}
            options={dayChoices.map((each) => ({
              value: String(each),
              label: each === 1 ? 'Em 1 dia' : `Em ${each} dias`,
            }))}
          />
        </Field>
      )}
      <Field label="Mensagem" optional error={errors.words} announceError>
        <Textarea
          name="words"
          value={text}
          onChange={(event) => setText(event.target.value)}
          minRows={2}
          limit={2000}
          placeholder={
            viewerIs === 'seller'
              ? 'Ex.: devolvo metade e você fica com o que funcionou.'
              : 'Ex.: fico com o item se metade voltar.'
          }
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={pending}>
          Fazer proposta
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Fechar
        </Button>
      </div>
    </form>
  );
}

/** The kinds of proposals of this complaint, and what each means in money. */
function kindOptions({ mayReturn, atStakeCents, viewerIs }: Complaint) {
  const hints: Partial<Record<ProposalKind, string>> = {
    full: `${formatCents(atStakeCents)} voltam a quem comprou.`,
    return: returnHints[viewerIs],
    keep: 'A reclamação se encerra sem reembolso.',
  };
  return proposalKinds
    .filter((kind) => mayReturn || kind !== 'return')
    .map((value) => ({
      value,
      label: proposalLabels[value],
      ...(hints[value] && { hint: hints[value] }),
    }));
}

/** S11: what a return means for the side that proposes it. */
const returnHints = {
  buyer: 'Você envia o produto de volta e recebe tudo depois que ele chegar.',
  seller: 'O produto volta para você, e o valor só sai depois que ele chegar.',
};

/** A whole minute, slightly before the limit in days, because browser and server clocks differ. */
function dateIn(now: string, days: number): string {
  const at = Date.parse(now) + days * dayMs - 60_000;
  return new Date(Math.floor(at / 60_000) * 60_000).toISOString();
}
