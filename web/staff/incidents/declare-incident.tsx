import { useState } from 'react';
import { declareIncident } from '#contract/incidents/incidents.ts';
import { incidentWords } from '#domain/incidents/rules.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { fromLocalTime } from '#web/payments/payment-proofs/local-time.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

interface DeclareIncidentProps {
  mayDeclare: boolean;
  earliestStart: string;
  onDone: () => Promise<void>;
}

/** The form that declares an outage, opened by a button. */
export function DeclareIncident({ mayDeclare, ...form }: DeclareIncidentProps) {
  const [open, setOpen] = useState(false);
  if (open) return <DeclareForm {...form} onClose={() => setOpen(false)} />;
  return (
    <Button
      className="self-start"
      disabledReason={mayDeclare ? undefined : 'Só a administração registra uma falha nossa.'}
      onClick={() => setOpen(true)}
    >
      Registrar falha
    </Button>
  );
}

function DeclareForm({
  earliestStart,
  onDone,
  onClose,
}: Omit<DeclareIncidentProps, 'mayDeclare'> & { onClose: () => void }) {
  const { formProps, errors, problem, pending } = useSubmission(declareIncident, {
    read: (form) => {
      const endsAt = fromLocalTime(String(form.get('endsAt') ?? ''));
      return {
        startsAt: fromLocalTime(String(form.get('startsAt') ?? '')),
        ...(endsAt && { endsAt }),
        words: String(form.get('words') ?? ''),
        reason: String(form.get('reason') ?? ''),
      };
    },
    onDone: async () => {
      aviso.sucesso('Falha registrada', 'Os pedidos abertos neste tempo já mostram o aviso.');
      onClose();
      await onDone();
    },
  });
  return (
    <Card className="max-w-3xl">
      <form {...formProps} method="post" className="flex flex-col gap-4">
        <h2 className="text-h3">Registrar falha</h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Começou em"
            error={errors.startsAt}
            hint={`A partir de ${formatDateTime(earliestStart)}.`}
          >
            <TextInput type="datetime-local" name="startsAt" />
          </Field>
          <Field label="Acabou em" optional error={errors.endsAt} hint="Em branco, ela ainda dura.">
            <TextInput type="datetime-local" name="endsAt" />
          </Field>
        </div>
        <Field label="O que todos leem" error={errors.words} hint="Aparece nos pedidos e em «Transparência».">
          <Textarea name="words" minRows={2} limit={incidentWords.max} />
        </Field>
        <Field label="Motivo" error={errors.reason} hint="Só a equipe lê. Fica no registro, com o seu nome.">
          <Textarea name="reason" minRows={2} limit={500} />
        </Field>
        <ProblemBanner problem={problem} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={pending}>
            Registrar falha
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Agora não
          </Button>
        </div>
      </form>
    </Card>
  );
}
