import { useEffect, useRef, useState } from 'react';
import { sendOrderMessage, uploadOrderFile } from '#contract/orders/conversations.ts';
import type { MessageWarningKind, MessageHandling } from '#domain/orders/conversations.ts';
import { messageLimits } from '#domain/orders/conversations.ts';
import { api, ApiError, upload } from '#web/api/api.ts';
import { ownHosts } from '#web/community/contacts.ts';
import { importWhenOnline } from '#web/ui/page/import-when-online.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Composer } from '#web/ui/conversation/composer.tsx';
import { useAttachments } from '#web/ui/conversation/use-attachments.ts';
import type { UploadFile } from '#web/ui/conversation/use-attachments.ts';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { shrinkPhoto } from '#web/ui/photos/shrink-photo.ts';
import { whenIdle } from '#web/ui/page/when-idle.ts';
import { maxOf } from '#web/settings/sizes.ts';
import { messageWarnings } from './message-warnings.ts';
import type { MessageDraft } from './use-order-conversation.ts';

/** Detects contact data and secrets; it loads when the page is idle. */
const loadMessageCheck = () => import('#domain/orders/message-warnings.ts');

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

/** A pending warning about a text, with what happens if it is sent unchanged. */
interface MessageWarning {
  cares: readonly MessageWarningKind[];
  handling: MessageHandling;
  masked: string;
  /** The id under which the server was asked; the message is sent under the same id. */
  clientId: string;
}

/** Writes a message and warns about contact data and secrets before it is sent. */
export function ConversationWriter(props: ConversationWriterProps) {
  const { hash, side, other, clockOffsetMs, onWrite, onType } = props;
  const [text, setText] = useDraft(`pedido-${hash}`);
  const [warning, setWarning] = useState<MessageWarning | null>(null);
  /** True while a text is checked, so that pressing twice sends once. */
  const checking = useRef(false);
  useEffect(() => whenIdle(() => void loadMessageCheck().catch(() => undefined)), []);
  const { attachments, add, remove, retry, clear } = useAttachments(uploadTo(hash));

  function write(trimmed: string, accepted?: MessageWarning): void {
    const files = attachments.flatMap(({ fileId, name }) => (fileId === null ? [] : [{ id: fileId, name }]));
    const at = new Date(Date.now() + clockOffsetMs).toISOString();
    onWrite({ text: trimmed, files, insist: accepted !== undefined, at }, accepted?.clientId);
    setText('');
    setWarning(null);
    clear();
  }

  async function checkAndWrite(trimmed: string): Promise<void> {
    if (checking.current) return;
    checking.current = true;
    try {
      const { findMessageWarnings } = await importWhenOnline(loadMessageCheck);
      const cares = findMessageWarnings(trimmed, ownHosts());
      if (cares.length === 0) write(trimmed);
      else setWarning(await warningFor(hash, trimmed, cares));
    } finally {
      checking.current = false;
    }
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
          <Banner tone="warning" role="alert" title="Confira antes de enviar">
            {messageWarnings(warning, side, other).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <p className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" variant="secondary" onClick={() => setWarning(null)}>
                Mudar a mensagem
              </Button>
              <Button size="sm" variant="quiet" onClick={() => write(text.trim(), warning)}>
                Enviar assim mesmo
              </Button>
            </p>
          </Banner>
        )
      }
      onText={(next) => {
        setText(next);
        setWarning(null);
        if (next !== '') onType();
      }}
      onSend={(trimmed) => void checkAndWrite(trimmed)}
    />
  );
}

/**
 * Asks the server how it would handle this text; if the server can't be reached, the local check decides. A server that
 * finds nothing in the text accepts the message at once; sent again under its id it is the same message.
 */
async function warningFor(
  hash: string,
  text: string,
  cares: readonly MessageWarningKind[],
): Promise<MessageWarning> {
  const clientId = crypto.randomUUID();
  const params = { hash, clientId };
  const fallback: MessageWarning = { cares, handling: 'as_warned', masked: text, clientId };
  try {
    await api(sendOrderMessage, { params, body: { text, fileIds: [], insist: false } });
    return fallback;
  } catch (error) {
    const needsCare = error instanceof ApiError && error.code === 'message_needs_care';
    return needsCare ? { ...fallback, ...error.meta } : fallback;
  }
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
