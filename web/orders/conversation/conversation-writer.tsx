import { useState } from 'react';
import { sendOrderMessage, uploadOrderFile } from '#contract/orders/conversations.ts';
import type { MessageWarningKind, MessageHandling } from '#domain/orders/conversations.ts';
import { messageLimits } from '#domain/orders/conversations.ts';
import { findMessageWarnings } from '#domain/orders/message-warnings.ts';
import { api, ApiError, upload } from '#web/api/api.ts';
import { ownHosts } from '#web/community/contacts.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Composer } from '#web/ui/conversation/composer.tsx';
import { useAttachments } from '#web/ui/conversation/use-attachments.ts';
import type { Attachment, UploadFile } from '#web/ui/conversation/use-attachments.ts';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { useLatest } from '#web/ui/page/use-latest.ts';
import { shrinkPhoto } from '#web/ui/photos/shrink-photo.ts';
import { maxOf } from '#web/settings/sizes.ts';
import { messageWarnings } from './message-warnings.ts';
import type { MessageDraft } from './use-order-conversation.ts';

const rules = () => ({
  accept: 'image/jpeg,image/png,image/webp,application/pdf,text/plain,.txt',
  maxBytes: maxOf(messageLimits.fileMegabytes) * 1_048_576,
  wrongType: 'Escolha uma foto JPG ou PNG, um PDF ou um texto.',
});

interface ConversationWriterProps {
  hash: string;
  side: 'buyer' | 'seller';
  other: string;
  clockOffsetMs: number;
  onWrite: (draft: MessageDraft, clientId?: string) => void;
  onType: () => void;
}

/** A pending warning about the text in the field, with what happens if it is sent unchanged. */
interface MessageWarning {
  cares: readonly MessageWarningKind[];
  handling: MessageHandling;
  masked: string;
  /** The id under which the server is asked; the message is sent under the same id. */
  clientId: string;
  /** Whether the server has not replied yet how it would handle the text. */
  asking: boolean;
}

/** Writes a message and warns about contact data and secrets before it is sent. */
export function ConversationWriter(props: ConversationWriterProps) {
  const { hash, side, other, clockOffsetMs, onWrite, onType } = props;
  const [text, setText] = useDraft(`pedido-${hash}`);
  const [warning, setWarning] = useState<MessageWarning | null>(null);
  const warned = useLatest(warning);
  const { attachments, add, remove, retry, clear } = useAttachments(uploadTo(hash));

  function write(trimmed: string, accepted?: MessageWarning): void {
    const at = new Date(Date.now() + clockOffsetMs).toISOString();
    onWrite(
      { text: trimmed, files: sentFiles(attachments), insist: accepted !== undefined, at },
      accepted?.clientId,
    );
    setText('');
    setWarning(null);
    clear();
  }

  /** The field is emptied in the same event in which the message is sent, so that nothing typed after it is lost. */
  function checkAndWrite(trimmed: string): void {
    const cares = findMessageWarnings(trimmed, ownHosts());
    if (cares.length === 0) write(trimmed);
    else void warn(trimmed, cares);
  }

  async function warn(trimmed: string, cares: readonly MessageWarningKind[]): Promise<void> {
    const clientId = crypto.randomUUID();
    const local: MessageWarning = { cares, handling: 'as_warned', masked: trimmed, clientId, asking: true };
    setWarning(local);
    const fileIds = sentFiles(attachments).map(({ id }) => id);
    const answer = await askHandling({ hash, clientId }, { text: trimmed, fileIds });
    // The text may have been changed, or taken back, while the server was asked.
    if (warned.current !== local) return;
    if (answer === 'sent') write(trimmed, local);
    else setWarning({ ...local, ...answer, asking: false });
  }

  return (
    <Composer
      label={`Mensagem para ${other}`}
      text={text}
      limit={maxOf(messageLimits.text)}
      attachments={{
        items: attachments,
        rules: rules(),
        max: maxOf(messageLimits.files),
        onAdd: add,
        onRemove: remove,
        onRetry: retry,
      }}
      warning={
        warning && (
          <WarningBanner
            sentences={messageWarnings(warning, side, other)}
            asking={warning.asking}
            onChange={() => setWarning(null)}
            onInsist={() => write(text.trim(), warning)}
          />
        )
      }
      onText={(next) => {
        setText(next);
        setWarning(null);
        if (next !== '') onType();
      }}
      onSend={checkAndWrite}
    />
  );
}

interface WarningBannerProps {
  sentences: readonly string[];
  asking: boolean;
  /** The author changes the message instead. */
  onChange: () => void;
  onInsist: () => void;
}

function WarningBanner({ sentences, asking, onChange, onInsist }: WarningBannerProps) {
  return (
    <Banner tone="warning" role="alert" title="Confira antes de enviar">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={onChange}>
          Mudar a mensagem
        </Button>
        <Button size="sm" variant="quiet" loading={asking} onClick={onInsist}>
          Enviar assim mesmo
        </Button>
      </p>
    </Banner>
  );
}

/**
 * Asks the server how it would handle this message; if the server can't be reached, the local check decides. A server
 * that finds nothing in the text accepts the message at once; sent again under its id it is the same message.
 */
async function askHandling(
  params: { hash: string; clientId: string },
  message: { text: string; fileIds: number[] },
): Promise<'sent' | Partial<MessageWarning>> {
  try {
    await api(sendOrderMessage, { params, body: { ...message, insist: false } });
    return 'sent';
  } catch (error) {
    const needsCare = error instanceof ApiError && error.code === 'message_needs_care';
    return needsCare ? (error.meta as Partial<MessageWarning>) : {};
  }
}

function sentFiles(attachments: readonly Attachment[]): MessageDraft['files'] {
  return attachments.flatMap(({ fileId, name }) => (fileId === null ? [] : [{ id: fileId, name }]));
}

function uploadTo(hash: string): UploadFile {
  return async (file, { onProgress, signal }) => {
    const content = file.type.startsWith('image/') ? await shrinkPhoto(file) : file;
    try {
      const { id } = await upload(uploadOrderFile, content, {
        query: { order: hash, name: file.name },
        onProgress,
        signal,
      });
      return { fileId: id };
    } catch (error) {
      return { problem: error instanceof ApiError ? error.detail : 'O envio parou. Tente de novo.' };
    }
  };
}
