import { useEffect, useRef, useState } from 'react';

export interface ReadMark {
  /** The last message there is. */
  last: number;
  /** Whether somebody looks at the conversation. */
  active: boolean;
  /** Numbers of the messages that can be new to this side, oldest first. */
  theirs: readonly number[];
  /** How many of them were new when it was opened; undefined until that is known. */
  unread: number | undefined;
  /** Tells the server. */
  mark: (sequence: number) => void;
}

/** Marks what is looked at as read, once each. Answers with where «Novas mensagens» stands. */
export function useReadMark({ last, active, theirs, unread, mark }: ReadMark): number | null {
  const marked = useRef(0);
  const [firstNew, setFirstNew] = useState<number | null | undefined>(undefined);
  if (firstNew === undefined && unread !== undefined && last > 0)
    setFirstNew(unread > 0 ? (theirs.at(-unread) ?? theirs[0] ?? null) : null);
  useEffect(() => {
    if (!active || last <= marked.current) return undefined;
    function look(): void {
      if (document.visibilityState !== 'visible' || last <= marked.current) return;
      marked.current = last;
      mark(last);
    }
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [active, last, mark]);
  return firstNew ?? null;
}
