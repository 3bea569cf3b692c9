import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Analysis } from '#contract/payments/analyses.ts';
import { markAnalysis, releaseAnalysis } from '#contract/payments/analyses.ts';
import { markedReasons } from '#domain/payments/analyses.ts';
import type { AnalysisOutcome } from '#domain/payments/analyses.ts';
import { durationText } from '#domain/text/durations.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { reviewReasonLabels } from '../payments/payment-labels.ts';
import { DecisionDialog } from '../queue/decision-dialog.tsx';
import type { StaffOrder } from './force-card.tsx';

const outcomes: Record<AnalysisOutcome, string> = {
  released: 'liberado',
  refunded: 'devolvido',
  lapsed: 'o prazo acabou e tudo seguiu',
};

/** Staff review of a payment (§4.6, §4.15): an admin starts it, and ends it here or by moving the order. */
export function AnalysisCard({ order }: { order: StaffOrder }) {
  const { made, because, holdMs } = order.analysis;
  const [asking, setAsking] = useState(false);
  const lasts = made !== null && made.endedAt === null;
  return (
    <Card id="analise" className="flex scroll-mt-24 flex-col items-start gap-3">
      <h2 className="text-h3">Análise do pagamento</h2>
      {!made && (
        <p className="text-sm text-ink-2">
          O valor, os prazos e os reembolsos do pedido esperam por até {durationText(holdMs)}, uma vez por
          pedido. Quem comprou e quem vendeu são avisados, sem o motivo.
        </p>
      )}
      {made && <Made made={made} lasts={lasts} />}
      {(lasts || !made) && (
        <Button variant="secondary" disabledReason={because ?? undefined} onClick={() => setAsking(true)}>
          {lasts ? 'Liberar pagamento' : 'Marcar em análise'}
        </Button>
      )}
      {asking && !lasts && <MarkDialog order={order} onClose={() => setAsking(false)} />}
      {asking && lasts && <ReleaseDialog order={order} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function Made({ made, lasts }: { made: Analysis; lasts: boolean }) {
  if (lasts)
    return (
      <Banner tone="warning" title={reviewReasonLabels[made.reason]}>
        <p>
          {authorOf(made)}, em {formatDateTime(made.at)}: «{made.note}»
        </p>
        <p>
          Liberação automática em {formatDateTime(made.until)}. Para devolver o valor, use «Mudar a situação
          do pedido»: a análise se encerra com ele.
        </p>
      </Banner>
    );
  return (
    <p className="text-sm wrap-anywhere text-ink-2">
      {reviewReasonLabels[made.reason]}, marcado por {authorOf(made)} em {formatDateTime(made.at)}. Encerrado
      em {made.endedAt && formatDateTime(made.endedAt)}: {outcomes[made.outcome ?? 'lapsed']}
      {made.endedBy && ` por @${made.endedBy}`}.{made.endNote && ` «${made.endNote}»`}
    </p>
  );
}

/** A person of the team, or the rules of risk. */
const authorOf = ({ by }: Analysis) => (by === null ? 'As regras de risco' : `@${by}`);

interface DialogProps {
  order: StaffOrder;
  onClose: () => void;
}

function MarkDialog({ order, onClose }: DialogProps) {
  const [reason, setReason] = useState<(typeof markedReasons)[number] | null>(null);
  const onDone = useFinish(
    'Pagamento em análise',
    `O valor do pedido ${order.code} espera a equipe.`,
    onClose,
  );
  const { formProps, errors, problem, pending } = useSubmission(markAnalysis, {
    params: { id: order.id },
    withProof: useStepUp(),
    read: (form) => ({ reason: reason!, note: noteOf(form) }),
    onDone,
  });
  return (
    <DecisionDialog
      title={`Marcar o pagamento do pedido ${order.code} em análise?`}
      description="O valor, os prazos e os reembolsos param agora. Os dois lados são avisados, sem o motivo."
      formId="marcar-analise"
      formProps={formProps}
      problem={problem}
      pending={pending}
      keepLabel="Voltar"
      decideLabel="Marcar em análise"
      tone="danger"
      onClose={onClose}
    >
      <FieldSet label="Motivo" error={errors.reason}>
        <RadioGroup
          aria-label="Motivo"
          value={reason ?? ''}
          onValueChange={(chosen) => setReason(chosen as (typeof markedReasons)[number])}
          options={markedReasons.map((value) => ({ value, label: reviewReasonLabels[value] }))}
        />
      </FieldSet>
      <Field label="O que você viu" hint="Só a equipe lê." error={errors.note} announceError>
        <Textarea name="note" limit={2000} />
      </Field>
    </DecisionDialog>
  );
}

function ReleaseDialog({ order, onClose }: DialogProps) {
  const onDone = useFinish(
    'Pagamento liberado',
    `O pedido ${order.code} segue com o prazo que restava.`,
    onClose,
  );
  const { formProps, errors, problem, pending } = useSubmission(releaseAnalysis, {
    params: { id: order.id },
    withProof: useStepUp(),
    read: (form) => ({ note: noteOf(form) }),
    onDone,
  });
  return (
    <DecisionDialog
      title={`Liberar o pagamento do pedido ${order.code}?`}
      description="Tudo segue com o prazo que restava. Um pedido é analisado uma vez só."
      formId="liberar-analise"
      formProps={formProps}
      problem={problem}
      pending={pending}
      keepLabel="Manter em análise"
      decideLabel="Liberar pagamento"
      tone="primary"
      onClose={onClose}
    >
      <Field label="O que você conferiu" hint="Só a equipe lê." error={errors.note} announceError>
        <Textarea name="note" limit={2000} />
      </Field>
    </DecisionDialog>
  );
}

const noteOf = (form: FormData) => String(form.get('note') ?? '').trim();

/** Shows a success message and reloads the order. */
function useFinish(title: string, text: string, onClose: () => void): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return async () => {
    aviso.sucesso(title, text);
    onClose();
    await revalidate();
  };
}
