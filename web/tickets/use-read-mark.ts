import { useEffect, useRef, useState } from 'react';

export interface ReadMark {
  /** Sequence number of the last message. */
  last: number;
  /** Whether the conversation is visible to the user. */
  active: boolean;
  /** Sequence numbers of the other side's messages, oldest first. */
  received: readonly number[];
  /** How many were unread when it was opened; undefined until known. */
  unread: number | undefined;
  /** Sends the read mark to the server. */
  sendMark: (sequence: number) => void;
}

/** Marks visible messages as read, once each. Returns the message before which «Novas mensagens» appears. */
export function useReadMark({ last, active, received, unread, sendMark }: ReadMark): number | null {
  const markedUpTo = useRef(0);
  const [firstNew, setFirstNew] = useState<number | null | undefined>(undefined);
  if (firstNew === undefined && unread !== undefined && last > 0)
    setFirstNew(unread > 0 ? (received.at(-unread) ?? received[0] ?? null) : null);
  useEffect(() => {
    if (!active || last <= markedUpTo.current) return undefined;
    function markIfVisible(): void {
      if (document.visibilityState !== 'visible' || last <= markedUpTo.current) return;
      markedUpTo.current = last;
      sendMark(last);
    }
    markIfVisible();
    document.addEventListener('visibilitychange', markIfVisible);
    return () => document.removeEventListener('visibilitychange', markIfVisible);
  }, [active, last, sendMark]);
  return firstNew ?? null;
}
