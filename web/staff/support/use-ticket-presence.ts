import { useEffect, useRef, useState } from 'react';
import { ticketPresenceChannel, typingEvent } from '#domain/notifications/channels.ts';
import { joinedEvent, useChannel } from '#web/live/realtime-connection.ts';
import { useSession } from '#web/session.tsx';

interface Member {
  id: string;
  info?: { username?: string };
}

interface Members {
  each(callback: (member: Member) => void): void;
}

const shownMs = 5_000;
const announceEveryMs = 2_500;

/** Colleagues who have this ticket open, and which one is writing, to prevent two answers. */
export function useTicketPresence(ticketId: number): {
  here: readonly string[];
  writing: string | null;
  announceWriting: () => void;
} {
  const { user } = useSession();
  const [members, setMembers] = useState<ReadonlyMap<string, string>>(new Map());
  const [writing, setWriting] = useState<string | null>(null);
  const hideTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  const trigger = useChannel(ticketPresenceChannel(ticketId), {
    [joinedEvent]: (data) => {
      const all = new Map<string, string>();
      (data as Members | undefined)?.each(({ id, info }) => all.set(id, info?.username ?? 'colega'));
      setMembers(all);
    },
    'pusher:member_added': (data) => {
      const { id, info } = data as Member;
      setMembers((before) => new Map(before).set(id, info?.username ?? 'colega'));
    },
    'pusher:member_removed': (data) =>
      setMembers((before) => {
        const after = new Map(before);
        after.delete((data as Member).id);
        return after;
      }),
    [typingEvent]: (data) => {
      const { username } = data as { username?: unknown };
      if (typeof username !== 'string') return;
      setWriting(username.slice(0, 40));
      clearTimeout(hideTimer.current);
      hideTimer.current = setTimeout(() => setWriting(null), shownMs);
    },
  });
  useEffect(() => () => clearTimeout(hideTimer.current), []);
  return {
    here: [...members].filter(([id]) => id !== String(user.id)).map(([, username]) => username),
    writing,
    announceWriting: () => {
      if (performance.now() - last.current < announceEveryMs) return;
      last.current = performance.now();
      trigger(typingEvent, { username: user.username });
    },
  };
}
