import { ArrowDown } from '#web/ui/icons/icons.tsx';
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatDay, type Moment } from '#web/ui/data/formats.ts';

/** One line of a conversation, in the order it is shown. */
export interface ListedMessage {
  key: string | number;
  at: Moment;
  /** `me`: writing it brings the end of the list into view. */
  from: 'me' | 'them' | 'system';
  /** A `MessageBubble`, or the text of a system message. */
  content: ReactNode;
}

export interface MessageListProps {
  /** Names the log: «Conversa com @ana». */
  label: string;
  /** Oldest first. */
  messages: readonly ListedMessage[];
  /** The current time of the server's clock, for «hoje» and «ontem». */
  now: Moment;
  /** The key of the message that follows the separator «Novas mensagens». */
  firstNew?: string | number | null;
  /** Loads older messages; given, a button is shown. The scroll position stays when they are added. */
  onOlder?: () => void;
  loadingOlder?: boolean;
  /** «@ana está escrevendo…» */
  typing?: string | null;
  /** Shown when there are no messages. */
  empty?: ReactNode;
  className?: string;
}

const nearEndPx = 80;

/**
 * The messages of a conversation (`role=log`), with day separators. While the reader is at the end it scrolls to new
 * messages; further up the position stays, and a button scrolls to the end.
 */
export function MessageList({
  label,
  messages,
  now,
  firstNew,
  onOlder,
  loadingOlder,
  typing,
  empty,
  className,
}: MessageListProps) {
  const { box, content, atEnd, onScroll, toEnd: scrollToEnd } = useScrollToEnd(messages);
  return (
    <div className={cn('relative flex min-h-0 flex-col', className)}>
      <div
        ref={box}
        role="log"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        data-slot="message-list"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div ref={content} className="flex min-h-full flex-col gap-3 p-4">
          {onOlder && (
            <Button variant="quiet" className="self-center" loading={loadingOlder} onClick={onOlder}>
              Ver mensagens anteriores
            </Button>
          )}
          {messages.length === 0 && empty}
          {messages.map((message, index) => (
            <Fragment key={message.key}>
              <Separators message={message} before={messages[index - 1]} now={now} />
              {message.key === firstNew && <Rule tone="brand">Novas mensagens</Rule>}
              {message.from === 'system' ? <SystemLine>{message.content}</SystemLine> : message.content}
            </Fragment>
          ))}
          {typing && <p className="self-start text-sm text-ink-3">{typing}</p>}
        </div>
      </div>
      {!atEnd && messages.length > 0 && (
        <Button
          variant="secondary"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-md"
          onClick={scrollToEnd}
        >
          <ArrowDown aria-hidden="true" />
          Ver as últimas
        </Button>
      )}
    </div>
  );
}

function Separators({
  message,
  before,
  now,
}: {
  message: ListedMessage;
  before: ListedMessage | undefined;
  now: Moment;
}) {
  const day = formatDay(message.at, now);
  if (before && formatDay(before.at, now) === day) return null;
  return <Rule>{day}</Rule>;
}

function Rule({ tone, children }: { tone?: 'brand'; children: ReactNode }) {
  return (
    <p
      className={cn(
        'flex items-center gap-3 text-xs first-letter:uppercase before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border',
        tone === 'brand' ? 'font-semibold text-brand' : 'text-ink-3',
      )}
    >
      <span className="first-letter:uppercase">{children}</span>
    </p>
  );
}

function SystemLine({ children }: { children: ReactNode }) {
  return (
    <div
      data-slot="system-line"
      className="mx-auto max-w-measure px-4 text-center text-sm text-balance text-ink-2"
    >
      {children}
    </div>
  );
}

/** Keeps the end in view for a reader at the end, and the scroll position for a reader of older messages. */
function useScrollToEnd(messages: readonly ListedMessage[]) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const first = messages[0]?.key;
  const last = messages.at(-1);
  const seen = useRef<{ first?: string | number; last?: string | number; heightPx: number }>({ heightPx: 0 });

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { first: oldFirst, last: oldLast, heightPx } = seen.current;
    const older = oldFirst !== undefined && first !== oldFirst && last?.key === oldLast;
    const sentByMe = last?.key !== oldLast && last?.from === 'me';
    if (older) element.scrollTop += element.scrollHeight - heightPx;
    else if (atEnd || sentByMe) element.scrollTop = element.scrollHeight;
    seen.current = { first, last: last?.key, heightPx: element.scrollHeight };
  });

  // Images that load later and an opening keyboard change the height; a reader at the end stays there.
  useEffect(() => {
    const element = box.current;
    if (!element || !content.current || !atEnd) return undefined;
    const observer = new ResizeObserver(() => (element.scrollTop = element.scrollHeight));
    observer.observe(element);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [atEnd]);

  function onScroll(): void {
    const element = box.current;
    if (element) setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx);
  }
  function toEnd(): void {
    box.current?.scrollTo({ top: box.current.scrollHeight });
    box.current?.focus({ preventScroll: true });
  }
  return { box, content, atEnd, onScroll, toEnd };
}
