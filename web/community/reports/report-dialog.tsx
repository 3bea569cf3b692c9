import { useState } from 'react';
import { createReport } from '#contract/community/reports.ts';
import { reasonsFor } from '#domain/community/reports.ts';
import type { ReportReason, ReportTarget } from '#domain/community/reports.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { reportReasonLabels } from '#web/labels.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';

interface ReportDialogProps {
  target: ReportTarget;
  id: string;
  title: string;
  onClose: () => void;
}

const formId = 'denuncia';

/** Asks for the reason and a text; afterwards it shows the protocol number. */
export function ReportDialog({ target, id, title, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason | undefined>();
  const [text, setText] = useState('');
  const [protocol, setProtocol] = useState<string | null>(null);
  const { formProps, errors, problem, pending } = useSubmission(createReport, {
    read: () => ({ target, id, reason: reason as ReportReason, text: text.trim() }),
    onDone: (made) => setProtocol(made.protocol),
  });
  if (protocol) return <Sent protocol={protocol} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={descriptionOf(target)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={formId} loading={pending}>
            Enviar denúncia
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        <FieldSet label="O que está errado?" error={errors.reason} announceError>
          <RadioGroup
            aria-label="O que está errado?"
            value={reason}
            onValueChange={(chosen) => setReason(chosen as ReportReason)}
            options={reasonsFor[target].map((value) => ({ value, label: reportReasonLabels[value] }))}
          />
        </FieldSet>
        <Field label="Conte o que aconteceu" optional error={errors.text} announceError>
          <Textarea
            name="text"
            value={text}
            minRows={3}
            limit={1000}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}

function descriptionOf(target: ReportTarget): string {
  const all = 'Só a nossa equipe vê quem denunciou. Avisamos você do resultado.';
  return target === 'message' ? `A equipe lê esta mensagem e as que estão perto dela. ${all}` : all;
}

function Sent({ protocol, onClose }: { protocol: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Denúncia enviada"
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <div className="flex flex-col gap-4">
        <Banner tone="success">Obrigado. A equipe vai conferir e avisar você do resultado.</Banner>
        <p className="flex flex-wrap items-center justify-between gap-2">
          <span>
            <span className="block text-sm text-ink-2">Protocolo</span>
            <strong className="text-h3 tabular-nums">{protocol}</strong>
          </span>
          <CopyButton text={protocol} label="Copiar protocolo" />
        </p>
      </div>
    </Dialog>
  );
}
