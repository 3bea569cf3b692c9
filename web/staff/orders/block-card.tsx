import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { StaffBlock } from '#contract/payments/staff-blocks.ts';
import { blockSaleMoney, endStaffBlock, renewStaffBlock } from '#contract/payments/staff-blocks.ts';
import { blockCauses } from '#domain/payments/staff-blocks.ts';
import type { BlockCause } from '#domain/payments/staff-blocks.ts';
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
import { blockCauseLabels } from '../payments/payment-labels.ts';
import { DecisionDialog } from '../queue/decision-dialog.tsx';
import type { StaffOrder } from './force-card.tsx';

type Dialog = 'block' | 'renew' | 'end';

/** N02: an admin blocks the money of a completed sale; another renews it once, and it ends by itself. */
export function BlockCard({ order }: { order: StaffOrder }) {
  const { made, because, renewBecause, blockMs } = order.block;
  const [open, setOpen] = useState<Dialog | null>(null);
  const lasts = made !== null && made.endedAt === null;
  const close = () => setOpen(null);
  return (
    <Card id="bloqueio" className="flex scroll-mt-24 flex-col items-start gap-3">
      <h2 className="text-h3">Bloqueio do valor</h2>
      {made ? (
        <Made made={made} />
      ) : (
        <p className="text-sm text-ink-2">
          Só o valor desta venda espera, por até {durationText(blockMs)}, uma vez por pedido. Quem vendeu lê o
          motivo e a data, e o resto do saldo continua livre.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!made && (
          <Button variant="secondary" disabledReason={because ?? undefined} onClick={() => setOpen('block')}>
            Bloquear valor
          </Button>
        )}
        {lasts && (
          <>
            <Button variant="secondary" disabledReason={because ?? undefined} onClick={() => setOpen('end')}>
              Encerrar bloqueio
            </Button>
            <Button
              variant="secondary"
              disabledReason={renewBecause ?? undefined}
              onClick={() => setOpen('renew')}
            >
              Renovar uma vez
            </Button>
          </>
        )}
      </div>
      {open === 'block' && <BlockDialog order={order} onClose={close} />}
      {open === 'renew' && <RenewDialog order={order} onClose={close} />}
      {open === 'end' && <EndDialog order={order} onClose={close} />}
    </Card>
  );
}

function Made({ made }: { made: StaffBlock }) {
  const renewal =
    made.renewedBy === null ? '' : ` Renovado por @${made.renewedBy}: «${made.renewalWords ?? ''}»`;
  const told = `@${made.by}, em ${formatDateTime(made.at)}: «${made.words}»${renewal}`;
  if (made.endedAt === null)
    return (
      <Banner tone="warning" title={blockCauseLabels[made.cause]}>
        <p className="wrap-anywhere">{told}</p>
        <p>Acaba em {formatDateTime(made.endsAt)}.</p>
      </Banner>
    );
  return (
    <p className="text-sm wrap-anywhere text-ink-2">
      {blockCauseLabels[made.cause]}. {told} Encerrado em {formatDateTime(made.endedAt)}
      {made.endedBy ? ` por @${made.endedBy}` : ' pelo prazo'}.
    </p>
  );
}

interface DialogProps {
  order: StaffOrder;
  onClose: () => void;
}

function BlockDialog({ order, onClose }: DialogProps) {
  const [cause, setCause] = useState<BlockCause | null>(null);
  const onDone = useFinish('Valor bloqueado', `Quem vendeu no pedido ${order.code} foi avisado.`, onClose);
  const { formProps, errors, problem, pending } = useSubmission(blockSaleMoney, {
    params: { id: order.id },
    withProof: useStepUp(),
    read: (form) => ({ cause: cause!, words: wordsOf(form) }),
    onDone,
  });
  return (
    <DecisionDialog
      title={`Bloquear o valor do pedido ${order.code}?`}
      description="Só o valor desta venda espera. Um pedido é bloqueado uma vez só."
      formId="bloquear-valor"
      formProps={formProps}
      problem={problem}
      pending={pending}
      keepLabel="Voltar"
      decideLabel="Bloquear valor"
      tone="danger"
      onClose={onClose}
    >
      <FieldSet label="Motivo" error={errors.cause}>
        <RadioGroup
          aria-label="Motivo"
          value={cause ?? ''}
          onValueChange={(chosen) => setCause(chosen as BlockCause)}
          options={blockCauses.map((value) => ({ value, label: blockCauseLabels[value] }))}
        />
      </FieldSet>
      <WordsField error={errors.words} />
    </DecisionDialog>
  );
}

function RenewDialog({ order, onClose }: DialogProps) {
  const onDone = useFinish('Bloqueio renovado', 'No fim do novo prazo ele acaba de vez.', onClose);
  const { formProps, errors, problem, pending } = useSubmission(renewStaffBlock, {
    params: { id: order.id },
    withProof: useStepUp(),
    read: (form) => ({ words: wordsOf(form) }),
    onDone,
  });
  return (
    <DecisionDialog
      title={`Renovar o bloqueio do pedido ${order.code}?`}
      description={`Ele dura mais ${durationText(order.block.blockMs)} e acaba de vez. Não há outra renovação.`}
      formId="renovar-bloqueio"
      formProps={formProps}
      problem={problem}
      pending={pending}
      keepLabel="Voltar"
      decideLabel="Renovar bloqueio"
      tone="danger"
      onClose={onClose}
    >
      <WordsField error={errors.words} />
    </DecisionDialog>
  );
}

function EndDialog({ order, onClose }: DialogProps) {
  const onDone = useFinish('Bloqueio encerrado', `O valor do pedido ${order.code} voltou a seguir.`, onClose);
  const { formProps, problem, pending } = useSubmission(endStaffBlock, {
    params: { id: order.id },
    withProof: useStepUp(),
    read: () => ({}),
    onDone,
  });
  return (
    <DecisionDialog
      title={`Encerrar o bloqueio do pedido ${order.code}?`}
      description="O valor volta a ser de quem vendeu. Um pedido é bloqueado uma vez só."
      formId="encerrar-bloqueio"
      formProps={formProps}
      problem={problem}
      pending={pending}
      keepLabel="Manter bloqueio"
      decideLabel="Encerrar bloqueio"
      tone="primary"
      onClose={onClose}
    >
      {null}
    </DecisionDialog>
  );
}

const WordsField = ({ error }: { error: string | undefined }) => (
  <Field label="O que quem vendeu vai ler" error={error} announceError>
    <Textarea name="words" limit={1000} />
  </Field>
);

const wordsOf = (form: FormData) => String(form.get('words') ?? '').trim();

/** Shows a success message and reloads the order. */
function useFinish(title: string, text: string, onClose: () => void): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return async () => {
    aviso.sucesso(title, text);
    onClose();
    await revalidate();
  };
}
