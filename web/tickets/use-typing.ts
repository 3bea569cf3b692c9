import { useEffect, useRef, useState } from 'react';
import { supportChannel, typingEvent } from '#domain/notifications/channels.ts';
import { useChannel } from '#web/live/realtime-connection.ts';

const everyMs = 2_500;
const shownMs = 5_000;

/**
 * Who is writing on a ticket. Browsers tell each other, so it is a hint and nothing else: it never says what is
 * written, and only whether the other side does.
 */
export function useTyping(
  userId: number | null,
  ticketId: number,
  side: 'user' | 'staff',
): { typing: boolean; tell: () => void } {
  const [typing, setTyping] = useState(false);
  const stop = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  const trigger = useChannel(userId === null ? null : supportChannel(userId), {
    [typingEvent]: (data) => {
      const said = data as { id?: unknown; side?: unknown };
      if (said.id !== ticketId || said.side === side) return;
      setTyping(true);
      clearTimeout(stop.current);
      stop.current = setTimeout(() => setTyping(false), shownMs);
    },
  });
  useEffect(() => () => clearTimeout(stop.current), []);
  return {
    typing,
    tell: () => {
      if (performance.now() - last.current < everyMs) return;
      last.current = performance.now();
      trigger(typingEvent, { id: ticketId, side });
    },
  };
}
