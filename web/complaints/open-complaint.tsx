import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { openComplaint } from '#contract/complaints/complaints.ts';
import { complaintLimits } from '#domain/complaints/rules.ts';
import type { ComplaintReason } from '#domain/complaints/complaints.ts';
import { durationText } from '#domain/text/durations.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-card.tsx';
import type { Choice } from '#web/ui/forms/choice-card.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { FileUpload } from '#web/ui/forms/file-upload.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { maxOf } from '#web/settings/sizes.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { reasonTexts, requestLabels } from './complaint-texts.ts';
import { evidencePrompt, evidenceRules, sendEvidence } from './evidence.ts';

type Outcome = keyof typeof requestLabels;
const outcomes = (Object.keys(requestLabels) as Outcome[]).map((value) => ({
  value,
  label: requestLabels[value],
}));

export interface OpenComplaintProps {
  hash: string;
  seller: string;
  /** The reasons that what was bought can have. */
  reasons: readonly ComplaintReason[];
  usedReasons: readonly ComplaintReason[];
  /** The seller's time to answer, in milliseconds. */
  answerMs: number;
  onClose: () => void;
}

const formId = 'reclamacao-nova';

function reasonChoices(reasons: readonly ComplaintReason[], used: readonly ComplaintReason[]): Choice[] {
  return reasons.map((value) => ({
    value,
    title: reasonTexts[value].title,
    reason: reasonTexts[value].text,
    ...(used.includes(value) && { disabledReason: 'Você já reclamou por este motivo.' }),
  }));
}

/** An example by the first reason that only some things have. */
function exampleOf(reasons: readonly ComplaintReason[]): string {
  const [first] = reasons.flatMap((reason) => examples[reason] ?? []);
  return first ?? 'faltou uma parte do combinado, e pedi duas vezes pela conversa.';
}

const examples: Partial<Record<ComplaintReason, string>> = {
  invalid_code: 'o código deu inválido em duas tentativas, hoje às 14h. Mando as telas.',
  no_access: 'a senha não entra desde ontem às 14h. Mando as telas.',
  broken_file: 'o arquivo baixa, mas não abre no programa do anúncio. Mando as telas.',
  damaged: 'a caixa chegou amassada e a base veio rachada. Mando as fotos.',
};

/** The sheet in which a buyer opens a complaint: reason, requested outcome, description and evidence. */
export function OpenComplaint(props: OpenComplaintProps) {
  const { hash, seller, reasons, usedReasons, answerMs, onClose } = props;
  const [reason, setReason] = useState<ComplaintReason>();
  const [requested, setRequested] = useState<Outcome>();
  const [text, setText] = useDraft(`reclamacao-${hash}`);
  const [files, setFiles] = useState<readonly { id: string; file: File }[]>([]);
  const { revalidate } = useRevalidator();
  const [sending, setSending] = useState<number | null>(null);
  const { formProps, errors, problem, pending } = useSubmission(openComplaint, {
    params: { hash },
    read: () => ({ reason: reason as ComplaintReason, wish: requested as Outcome, words: text }),
    onDone: async ({ id }) => {
      setText('');
      const failed = await sendAll(id);
      await revalidate();
      onClose();
      if (failed > 0)
        aviso.erro('Reclamação aberta, mas faltou arquivo', 'Envie de novo pela página do pedido.');
      else aviso.sucesso('Reclamação enviada', `@${seller} tem ${durationText(answerMs)} para responder.`);
    },
  });

  async function sendAll(id: number): Promise<number> {
    let failed = 0;
    for (const [index, { file }] of files.entries()) {
      setSending(index);
      const signal = new AbortController().signal;
      if ('problem' in (await sendEvidence(id, file, { onProgress: () => undefined, signal }))) failed++;
    }
    return failed;
  }

  return (
    <Sheet
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      dismissable={!pending}
      title="Abrir reclamação"
      description={`O valor fica guardado até resolver. @${seller} tem ${durationText(answerMs)} para responder; sem resposta, ele volta inteiro para você.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabledReason={pending ? 'Enviando.' : undefined}>
            Voltar ao pedido
          </Button>
          <Button type="submit" form={formId} loading={pending}>
            Enviar reclamação
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-6">
        <ProblemBanner problem={problem} />
        <FieldSet label="O que aconteceu?" error={errors.reason} announceError>
          <ChoiceCards
            aria-label="O que aconteceu?"
            columns={2}
            value={reason}
            onValueChange={(value) => setReason(value as ComplaintReason)}
            choices={reasonChoices(reasons, usedReasons)}
          />
        </FieldSet>
        <FieldSet label="O que você espera?" error={errors.wish} announceError>
          <RadioGroup
            aria-label="O que você espera?"
            value={requested}
            onValueChange={(value) => setRequested(value as Outcome)}
            options={outcomes}
          />
        </FieldSet>
        <Field
          label="Conte o que aconteceu"
          hint={`@${seller} e a equipe leem este texto. Não escreva senhas nem códigos.`}
          error={errors.words}
          announceError
        >
          <Textarea
            name="words"
            value={text}
            minRows={4}
            limit={maxOf(complaintLimits.words)}
            placeholder={`Ex.: ${exampleOf(reasons)}`}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Field label="Provas" optional>
          <FileUpload
            {...evidenceRules()}
            multiple
            prompt={`${evidencePrompt()}, no máximo ${maxOf(complaintLimits.files)}`}
            items={files.map(({ id, file }, index) => ({
              id,
              name: file.name,
              status:
                sending === null || index > sending ? 'queued' : index === sending ? 'processing' : 'done',
            }))}
            onFiles={(added) =>
              setFiles((all) =>
                [...all, ...added.map((file) => ({ id: crypto.randomUUID(), file }))].slice(
                  0,
                  maxOf(complaintLimits.files),
                ),
              )
            }
            onRemove={(id) => setFiles((all) => all.filter((one) => one.id !== id))}
            onRetry={() => undefined}
          />
        </Field>
      </form>
    </Sheet>
  );
}
