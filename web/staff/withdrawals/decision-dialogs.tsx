import type { FormEvent } from 'react';
import type { StaffWithdrawal } from '#contract/withdrawals/staff-withdrawals.ts';
import { decideWithdrawal } from '#contract/withdrawals/staff-withdrawals.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { DecisionFacts } from '../queue/decision-facts.tsx';
import { DecisionDialog } from '../queue/decision-dialog.tsx';
import { useClaim } from '#web/staff/queue/use-claim.ts';
import { decisionText } from './decision-texts.ts';
import { riskLabels } from './risk-mark.tsx';

export type WithdrawalDecision = 'aprovar' | 'recusar';

export interface DecisionDialogsProps {
  withdrawal: StaffWithdrawal;
  decision: WithdrawalDecision;
  /** True when the open decision is in the address. */
  inAddress?: boolean;
  onClose: () => void;
  /** Called after the decision. */
  onDone: () => Promise<void>;
}

const formId = 'decisao';

/** Repeats amount and person before anything happens; a refusal needs a reason and returns the whole amount. */
export function DecisionDialogs({ withdrawal, decision, inAddress, onClose, onDone }: DecisionDialogsProps) {
  const claim = useClaim('withdrawals', withdrawal.id);
  const approve = decision === 'aprovar';
  const amount = formatCents(withdrawal.amountCents);
  const net = formatCents(withdrawal.amountCents - withdrawal.feeCents);
  const { formProps, errors, problem, pending, setErrors } = useSubmission(decideWithdrawal, {
    params: { id: withdrawal.id },
    withProof: useStepUp(),
    read: (form) => ({
      decision: approve ? ('approve' as const) : ('reject' as const),
      note: String(form.get('note') ?? '').trim(),
    }),
    onDone: async ({ state }) => {
      aviso.sucesso(...decisionText(withdrawal, state));
      onClose();
      await onDone();
    },
  });
  const facts: [string, string][] = [
    ['Para', `${withdrawal.holderName} (@${withdrawal.user.username})`],
    ['Chave Pix', withdrawal.pixKey],
    ...(withdrawal.risk ? [['Risco', riskLabels[withdrawal.risk.level].label] as [string, string]] : []),
    ['Valor do saque', amount],
    ['Tarifa', formatCents(withdrawal.feeCents)],
    [approve ? 'Sai por Pix' : 'Volta ao saldo', approve ? net : amount],
  ];
  const firstOfTwo = withdrawal.needsTwo && withdrawal.firstBy === null;
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    const note = String(new FormData(event.currentTarget).get('note') ?? '').trim();
    if (approve || note !== '') return formProps.onSubmit(event);
    event.preventDefault();
    setErrors({ note: 'Diga o motivo da recusa.' });
  };
  return (
    <DecisionDialog
      {...(inAddress && { inAddress })}
      title={
        approve
          ? `Aprovar ${amount} para @${withdrawal.user.username}?`
          : `Recusar ${amount} de @${withdrawal.user.username}?`
      }
      description={
        approve
          ? firstOfTwo
            ? `${withdrawal.sumReason ?? 'Valor alto: duas pessoas aprovam.'} O Pix só sai depois da outra aprovação.`
            : 'O Pix sai em seguida e não dá para desfazer.'
          : 'O valor volta inteiro ao saldo e a pessoa lê o motivo.'
      }
      formId={formId}
      formProps={{ ...formProps, onSubmit }}
      problem={problem}
      pending={pending}
      claim={claim}
      keepLabel="Manter pendente"
      decideLabel={approve ? `Aprovar ${amount}` : 'Recusar saque'}
      tone={approve ? 'primary' : 'danger'}
      onClose={onClose}
    >
      <DecisionFacts facts={facts} />
      {!approve && (
        <Field label="Motivo da recusa" error={errors.note} announceError hint="É isto que a pessoa lê.">
          <Textarea name="note" limit={500} />
        </Field>
      )}
    </DecisionDialog>
  );
}
