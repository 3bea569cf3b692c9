import { visibleLength } from '#domain/text/visible-length.ts';
import { Paperclip, SendHorizontal } from '#web/ui/icons/icons.tsx';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { AttachmentRow } from '#web/ui/conversation/attachment-row.tsx';
import type { Attachment } from '#web/ui/conversation/use-attachments.ts';
import { refuseFile, type FileRules } from '#web/ui/forms/file-rules.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';

export interface ComposerAttachments {
  items: readonly Attachment[];
  rules: FileRules;
  /** Files a message may carry. */
  max: number;
  onAdd: (files: File[]) => void;
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
}

export interface ComposerProps {
  /** Names the field: «Mensagem para @ana». */
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Called with the trimmed text, only when it may be sent. */
  onSend: (text: string) => void;
  /** Maximum length of a message in characters. */
  limit: number;
  /** Shown between attachments and field: a warning about the text with its own action. It blocks sending. */
  warning?: ReactNode;
  attachments?: ComposerAttachments;
  placeholder?: string;
}

/** The input of a message: Enter sends, Shift+Enter starts a line. Sending waits for uploads. */
export function Composer({ label, text, onText, onSend, limit, warning, ...rest }: ComposerProps) {
  const { attachments, placeholder = 'Escreva uma mensagem' } = rest;
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const trimmed = text.trim();
  const reason = blockingReason({ trimmed, limit, items: attachments?.items ?? [] });

  // The button that had the focus disappears with the warning, so the field takes the focus.
  const warned = Boolean(warning);
  useEffect(() => {
    if (!warned) return undefined;
    const textarea = field.current;
    return () => {
      if (document.activeElement === document.body) textarea?.focus();
    };
  }, [warned]);

  function send(): void {
    if (reason !== null || warning) return;
    setRefusals([]);
    onSend(trimmed);
    field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      data-slot="composer"
      className="flex flex-col gap-2 border-t border-border bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {attachments && attachments.items.length > 0 && (
        <ul aria-label="Arquivos desta mensagem" className="flex flex-col gap-2">
          {attachments.items.map((item) => (
            <AttachmentRow
              key={item.id}
              item={item}
              onRemove={attachments.onRemove}
              onRetry={attachments.onRetry}
            />
          ))}
        </ul>
      )}
      <div role="alert" className="text-sm font-medium text-danger empty:hidden">
        {refusals.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {warning}
      <div className="flex items-end gap-2">
        {attachments && <FilePicker {...attachments} onRefused={setRefusals} />}
        <div className="min-w-0 flex-1">
          <Textarea
            ref={field}
            aria-label={label}
            aria-describedby={hintId}
            placeholder={placeholder}
            enterKeyHint="send"
            minRows={1}
            maxRows={6}
            limit={limit}
            value={text}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <Button
          type="submit"
          aria-label="Enviar mensagem"
          className="size-control px-0"
          disabledReason={reason ?? undefined}
          icon={<SendHorizontal aria-hidden="true" />}
        />
      </div>
      <p id={hintId} className="sr-only">
        Enter envia. Shift e Enter começam outra linha.
      </p>
    </form>
  );
}

/** Why the message cannot be sent now, or null. */
function blockingReason({
  trimmed,
  limit,
  items,
}: {
  trimmed: string;
  limit: number;
  items: readonly Attachment[];
}): string | null {
  if (visibleLength(trimmed) > limit) return `Use até ${limit} letras.`;
  if (items.some(({ status }) => status === 'uploading')) return 'Espere os arquivos terminarem de subir.';
  if (items.some(({ status }) => status === 'failed'))
    return 'Tire o arquivo que não subiu, ou tente de novo.';
  if (trimmed === '' && items.length === 0) return 'Escreva uma mensagem.';
  return null;
}

function FilePicker({
  items,
  rules,
  max,
  onAdd,
  onRefused,
}: ComposerAttachments & { onRefused: (sentences: readonly string[]) => void }) {
  const input = useRef<HTMLInputElement>(null);

  function addFiles(files: readonly File[]): void {
    const freeSlots = Math.max(0, max - items.length);
    const checked = files.map((file) => ({ file, reason: refuseFile(file, rules) }));
    const accepted = checked.filter(({ reason }) => reason === null).map(({ file }) => file);
    const refused = checked.flatMap(({ file, reason }) =>
      reason === null ? [] : [`${file.name}: ${reason}`],
    );
    onRefused(
      accepted.length > freeSlots ? [...refused, `Cada mensagem leva até ${max} arquivos.`] : refused,
    );
    if (freeSlots > 0 && accepted.length > 0) onAdd(accepted.slice(0, freeSlots));
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label="Anexar arquivo"
        accept={rules.accept}
        data-slot="attachment-input"
        onChange={(event) => {
          addFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <IconButton
        label="Anexar arquivo"
        icon={<Paperclip aria-hidden="true" />}
        onClick={() => input.current?.click()}
      />
    </>
  );
}
