import { useEffect, useRef, useState } from 'react';
import { supportChannel, typingEvent } from '#domain/notifications/channels.ts';
import { useChannel } from '#web/live/realtime-connection.ts';

const sendEveryMs = 2_500;
const shownMs = 5_000;

/** Typing hints on a ticket, sent between browsers: they say that the other side is writing, never what. */
export function useTyping(
  userId: number | null,
  ticketId: number,
  side: 'user' | 'staff',
): { typing: boolean; sendTyping: () => void } {
  const [typing, setTyping] = useState(false);
  const hideTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastSentAt = useRef(0);
  const trigger = useChannel(userId === null ? null : supportChannel(userId), {
    [typingEvent]: (data) => {
      const hint = data as { id?: unknown; side?: unknown };
      if (hint.id !== ticketId || hint.side === side) return;
      setTyping(true);
      clearTimeout(hideTimer.current);
      hideTimer.current = setTimeout(() => setTyping(false), shownMs);
    },
  });
  useEffect(() => () => clearTimeout(hideTimer.current), []);
  return {
    typing,
    sendTyping: () => {
      if (performance.now() - lastSentAt.current < sendEveryMs) return;
      lastSentAt.current = performance.now();
      trigger(typingEvent, { id: ticketId, side });
    },
  };
}
