import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { matchBankLine } from '#contract/payments/payment-proofs.ts';
import type { StrayMoney } from '#contract/payments/staff-payments.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

export interface MatchDialogProps {
  money: StrayMoney & { line: NonNullable<StrayMoney['line']> };
  onClose: () => void;
}

const formId = 'vincular-lancamento';

/** Assigns a statement line to an order and shows the consequence beforehand. */
export function MatchDialog({ money, onClose }: MatchDialogProps) {
  const { revalidate } = useRevalidator();
  const { line, suggestion } = money;
  const { formProps, errors, problem, pending } = useSubmission(matchBankLine, {
    params: { id: line.id },
    withProof: useStepUp(),
    read: (form) => ({ orderCode: String(form.get('orderCode') ?? '') }),
    onDone: async (reply) => {
      aviso.sucesso(...done(reply));
      onClose();
      await revalidate();
    },
  });
  const amount = formatCents(money.amountCents);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`De que pedido são ${amount}?`}
      description="Se o pedido acabou há menos de um dia e ainda há estoque, ele fica pago. Senão, o valor volta inteiro a quem pagou: o reembolso fica em Reembolsos, para alguém da equipe fazer o Pix."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={formId} loading={pending}>
            Vincular ao pedido
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-4">
        <p className="rounded-lg bg-surface-2 px-4 py-3 text-sm tabular-nums">
          {money.payerName ?? 'Sem nome'} · {formatDateTime(money.at)} · {amount}
        </p>
        {line.proposal && (
          <p className="text-sm text-ink-2">
            {line.proposal.mine ? 'Você propôs' : `@${line.proposal.by} propôs`} o pedido{' '}
            {line.proposal.orderCode}.
          </p>
        )}
        <Field
          label="Código do pedido"
          hint="Está na página do pedido e no e-mail da compra."
          error={errors.orderCode}
        >
          <TextInput
            name="orderCode"
            required
            maxLength={11}
            autoCapitalize="characters"
            defaultValue={line.proposal?.orderCode ?? suggestion?.order.code}
          />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}

function done({ outcome, order: { code } }: Reply<typeof matchBankLine>): [string, string] {
  if (outcome === 'proposed') return ['Proposta registrada', 'Falta outra pessoa confirmar o mesmo pedido.'];
  if (outcome === 'reinstated') return ['Pedido reaberto', `O pedido ${code} está pago.`];
  return [
    'Reembolso aberto',
    `O pedido ${code} não pôde ser reaberto. Faça o Pix de volta em Reembolsos, na aba Pix manual.`,
  ];
}
