import { useEffect, useRef, useState } from 'react';
import { sendOrderMessage, uploadOrderFile } from '#contract/orders/conversations.ts';
import type { MessageCare, MessageHandling } from '#domain/orders/conversations.ts';
import { messageLimits } from '#domain/orders/conversations.ts';
import { api, ApiError, upload } from '#web/api/api.ts';
import { ownHosts } from '#web/community/contacts.ts';
import { patiently } from '#web/boot/import-page.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Composer } from '#web/ui/conversation/composer.tsx';
import { useAttachments } from '#web/ui/conversation/use-attachments.ts';
import type { UploadFile } from '#web/ui/conversation/use-attachments.ts';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { shrinkPhoto } from '#web/ui/photos/shrink-photo.ts';
import { whenIdle } from '#web/ui/page/when-idle.ts';
import { mostOf } from '#web/settings/sizes.ts';
import { careWords } from './care-words.ts';
import type { MessageDraft } from './use-order-conversation.ts';

/** What finds contact data and secrets: it comes once the page is at rest. */
const loadCares = () => import('#domain/orders/message-warnings.ts');

const rules = () => ({
  accept: 'image/jpeg,image/png,image/webp,application/pdf,text/plain,.txt',
  maxBytes: mostOf(messageLimits.fileMegabytes) * 1_048_576,
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

/** What a text leads to when it leaves all the same. */
interface Care {
  cares: readonly MessageCare[];
  handling: MessageHandling;
  masked: string;
  /** It was asked about under this id, and is sent under it. */
  clientId: string;
}

/** Where a message is written. Contact data and secrets are spoken of before they leave. */
export function ConversationWriter(props: ConversationWriterProps) {
  const { hash, side, other, clockOffsetMs, onWrite, onType } = props;
  const [text, setText] = useDraft(`pedido-${hash}`);
  const [care, setCare] = useState<Care | null>(null);
  /** Pressed twice is sent once. */
  const considering = useRef(false);
  useEffect(() => whenIdle(() => void loadCares().catch(() => undefined)), []);
  const { attachments, add, remove, retry, clear } = useAttachments(uploadTo(hash));

  function write(trimmed: string, told?: Care): void {
    const files = attachments.flatMap(({ fileId, name }) => (fileId === null ? [] : [{ id: fileId, name }]));
    const at = new Date(Date.now() + clockOffsetMs).toISOString();
    onWrite({ text: trimmed, files, insist: told !== undefined, at }, told?.clientId);
    setText('');
    setCare(null);
    clear();
  }

  async function consider(trimmed: string): Promise<void> {
    if (considering.current) return;
    considering.current = true;
    try {
      const { caresOf } = await patiently(loadCares);
      const cares = caresOf(trimmed, ownHosts());
      if (cares.length === 0) write(trimmed);
      else setCare(await weighed(hash, trimmed, cares));
    } finally {
      considering.current = false;
    }
  }

  return (
    <Composer
      label={`Mensagem para ${other}`}
      text={text}
      limit={mostOf(messageLimits.text)}
      attachments={{
        items: attachments,
        rules: rules(),
        max: mostOf(messageLimits.files),
        onAdd: add,
        onRemove: remove,
        onRetry: retry,
      }}
      warning={
        care && (
          <Banner tone="warning" role="alert" title="Confira antes de enviar">
            {careWords(care, side, other).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <p className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" variant="secondary" onClick={() => setCare(null)}>
                Mudar a mensagem
              </Button>
              <Button size="sm" variant="quiet" onClick={() => write(text.trim(), care)}>
                Enviar assim mesmo
              </Button>
            </p>
          </Banner>
        )
      }
      onText={(next) => {
        setText(next);
        setCare(null);
        if (next !== '') onType();
      }}
      onSend={(trimmed) => void consider(trimmed)}
    />
  );
}

/**
 * Asks the server what this text will lead to; where it cannot be asked, what it led to the first time. A server that
 * sees nothing in the text has taken it: sent again under its id it is the same message.
 */
async function weighed(hash: string, text: string, cares: readonly MessageCare[]): Promise<Care> {
  const clientId = crypto.randomUUID();
  const params = { hash, clientId };
  const guess: Care = { cares, handling: 'as_warned', masked: text, clientId };
  try {
    await api(sendOrderMessage, { params, body: { text, fileIds: [], insist: false } });
    return guess;
  } catch (error) {
    const known = error instanceof ApiError && error.code === 'message_needs_care';
    return known ? { ...guess, ...error.meta } : guess;
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
