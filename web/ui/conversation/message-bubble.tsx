import { Check, CheckCheck, Clock, FileText, RotateCcw } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import { useOnline } from '#web/ui/page/use-online.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatTime, type Moment } from '#web/ui/data/formats.ts';

/** The state of an own message. `waiting`: no reply, or the rate limit was reached; it is retried automatically. */
export type MessageState = 'sending' | 'waiting' | 'sent' | 'read' | 'failed';

export interface MessageFile {
  id: string | number;
  name: string;
  /** The URL that opens the file; null while it is uploading. */
  url: string | null;
  /** The thumbnail in the bubble; only for images. */
  previewUrl?: string | null;
  /** «240 kB». */
  size?: string;
}

export interface MessageBubbleProps {
  from: 'me' | 'them';
  /** «@ana»: the accessible name says who wrote and when. */
  name: string;
  at: Moment;
  text: string;
  files?: readonly MessageFile[];
  /** A label beside the name, such as «equipe». */
  badge?: ReactNode;
  /** Below the text: why a part is hidden, or advice for its author. */
  note?: ReactNode;
  /** Beside the time: an action on the other party's message. */
  aside?: ReactNode;
  /** Own messages only. */
  state?: MessageState;
  /** The reason of a failure; with `onRetry` it is a button that sends again. */
  problem?: string | null;
  onRetry?: () => void;
  /** Beside a failed message: discards it. */
  onDrop?: () => void;
}

/** One message: own ones right and tinted, others left. The text is plain: it contains no links. */
export function MessageBubble({ from, name, at, text, files = [], badge, note, ...own }: MessageBubbleProps) {
  const { state } = own;
  const mine = from === 'me';
  const pending = state === 'sending' || state === 'waiting';
  return (
    <article
      data-slot="message"
      data-from={from}
      data-state={state}
      aria-label={`${mine ? 'Você' : name}, ${formatTime(at)}${state ? `, ${stateLabels[state]}` : ''}`}
      className={cn('flex max-w-[min(85%,34rem)] flex-col gap-1', mine ? 'items-end self-end' : 'self-start')}
    >
      {badge && <p className="flex items-center gap-2 text-xs text-ink-3">{badge}</p>}
      <div
        data-slot="message-bubble"
        className={cn(
          'min-w-0 rounded-lg px-3.5 py-2.5 transition-opacity duration-hover',
          mine ? 'rounded-br-xs bg-brand-soft text-ink' : 'rounded-bl-xs bg-surface-2 text-ink',
          pending && 'opacity-70',
          state === 'failed' && 'bg-danger-soft',
        )}
      >
        {files.length > 0 && (
          <ul className={cn('flex flex-col gap-2', text !== '' && 'mb-2')}>
            {files.map((file) => (
              <MessageFileLink key={file.id} {...file} />
            ))}
          </ul>
        )}
        {text !== '' && <p className="text-body wrap-anywhere whitespace-pre-wrap">{text}</p>}
      </div>
      {note && <div className="text-sm text-ink-3">{note}</div>}
      <MessageFooter at={at} {...own} />
    </article>
  );
}

const stateLabels: Record<MessageState, string> = {
  sending: 'enviando',
  waiting: 'ainda não enviada',
  sent: 'enviada',
  read: 'lida',
  failed: 'não enviada',
};

const marks = { sending: Clock, waiting: Clock, sent: Check, read: CheckCheck };

function MessageFooter({
  at,
  state,
  problem,
  aside,
  onRetry,
  onDrop,
}: Pick<MessageBubbleProps, 'at' | 'state' | 'problem' | 'aside' | 'onRetry' | 'onDrop'>) {
  if (state === 'failed')
    return (
      <div className="flex flex-col items-end gap-1 text-right">
        {problem && <p className="text-sm text-danger">{problem}</p>}
        <p className="flex flex-wrap justify-end gap-x-4 text-sm font-semibold">
          {onRetry && (
            <button type="button" onClick={onRetry} className={cn(footerButton, 'text-danger')}>
              <RotateCcw aria-hidden="true" className="size-4" />
              Não enviada. Tentar de novo
            </button>
          )}
          {onDrop && (
            <button type="button" onClick={onDrop} className={cn(footerButton, 'text-ink-2')}>
              Apagar
            </button>
          )}
        </p>
      </div>
    );
  const Mark = state && marks[state];
  return (
    <div className="flex items-center gap-3 text-xs text-ink-3">
      <p aria-hidden="true" className="flex items-center gap-1">
        {state === 'waiting' ? <WaitingLabel /> : <time>{formatTime(at)}</time>}
        {Mark && <Mark className={cn('size-4', state === 'read' && 'text-brand')} />}
      </p>
      {aside}
    </div>
  );
}

function WaitingLabel() {
  return useOnline() ? 'Tentando enviar de novo' : 'Sai quando a internet voltar';
}

const footerButton = 'hit-44 inline-flex items-center gap-1.5 rounded-xs underline-offset-4 hover:underline';

function MessageFileLink({ name, url, previewUrl, size }: MessageFile) {
  const content = previewUrl ? (
    <img
      src={previewUrl}
      alt={name}
      width={240}
      height={180}
      loading="lazy"
      className="h-45 w-60 max-w-full rounded-md bg-surface-3 object-cover"
    />
  ) : (
    <>
      <FileText aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      <span className="min-w-0">
        <span className="block truncate text-ui">{name}</span>
        {size && <span className="block text-sm text-ink-3">{size}</span>}
      </span>
    </>
  );
  const linkStyles = cn(
    'flex min-w-0 items-center gap-3 rounded-md',
    !previewUrl && 'min-h-11 border border-border bg-surface px-3 py-2',
  );
  return (
    <li className="min-w-0">
      {url === null ? (
        <span className={linkStyles}>{content}</span>
      ) : (
        <a href={url} className={cn(linkStyles, 'underline-offset-4 hover:underline')}>
          {content}
        </a>
      )}
    </li>
  );
}
