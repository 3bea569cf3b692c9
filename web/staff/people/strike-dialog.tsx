import { giveStrike } from '#contract/accounts/strikes.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { getPerson } from '#contract/staff/people.ts';
import { brokenRuleNames, brokenRules } from '#domain/accounts/strikes/strikes.ts';
import type { BrokenRule, StrikeMeasure } from '#domain/accounts/strikes/strikes.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

const formId = 'advertencia';

/** What one more strike brings, for staff. */
export function consequence({ measure, days }: { measure: StrikeMeasure; days: number }): string {
  const length = days === 1 ? '1 dia' : `${days} dias`;
  const texts: Record<StrikeMeasure, string> = {
    warning: 'nada muda na conta',
    review: `os anúncios passam pela revisão por ${length}`,
    short_suspension: `a pessoa não compra nem vende por ${length}`,
    long_suspension: `a pessoa não compra nem vende por ${length}`,
    closing: `a conta fica suspensa por ${length} e outra pessoa da administração decide se a encerra`,
  };
  return texts[measure];
}

/** Gives a strike; its person reads the rule and the reason. Open orders and balance go on. */
export function StrikeDialog({
  person: { id, username, strikes },
  onClose,
  onDone,
}: {
  person: Pick<Reply<typeof getPerson>, 'id' | 'username' | 'strikes'>;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const { next } = strikes;
  const { formProps, errors, problem, pending } = useSubmission(giveStrike, {
    params: { id },
    read: (form) => ({
      rule: String(form.get('rule') ?? '') as BrokenRule,
      step: next.step,
      reason: String(form.get('reason') ?? ''),
    }),
    onDone: async () => {
      aviso.sucesso('Advertência dada', 'A pessoa já foi avisada.');
      await onDone();
    },
  });
  return (
    <Dialog
      open
      title={`Advertir @${username}?`}
      description={`Esta é a ${next.step}ª advertência em vigor: ${consequence(next)}. Pedidos abertos e saldo continuam da pessoa, que pode recorrer.`}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="secondary" data-autofocus onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={formId} variant="danger" loading={pending}>
            Dar advertência
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        <Field label="Regra que não foi seguida" error={errors.rule} announceError>
          <Select
            name="rule"
            placeholder="Escolha a regra"
            options={brokenRules.map((value) => ({ value, label: brokenRuleNames[value] }))}
          />
        </Field>
        <Field label="Motivo" error={errors.reason} announceError hint="É isto que a pessoa lê.">
          <Textarea name="reason" limit={500} />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}
