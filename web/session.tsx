import type { ReactNode } from 'react';
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { getUser, getUserInfo, getLogo, listNotifications, updateNotification } from '#contract/accounts.ts';
import { deleteSession } from '#contract/sessions.ts';
import type { Reply } from '#contract/endpoint.ts';
import { api, sessionToken } from './api.ts';

type Notification = Reply<typeof listNotifications>['items'][number];

/** Id 0 and −1 mean «not signed in», on the client only (product §1). */
const anonymous: CurrentUser = {
  id: 0,
  username: '',
  email: '',
  image: 'default.png',
  role: { slug: 'user' },
  email_verified: false,
  order_pending: null,
  in_chat: 0,
  twofactor: 'disabled',
};

export interface Session {
  user: CurrentUser;
  signedIn: boolean;
  /** True until user, logo and notifications were asked for (specification §4, startup). */
  loading: boolean;
  logo: string;
  notifications: Notification[];
  /** Asks for the user and the notifications again. A failure is silent and means anonymous. */
  reload: () => Promise<CurrentUser>;
  enter: (token: string) => Promise<CurrentUser>;
  leave: () => Promise<void>;
  dismiss: (id: number) => void;
}

const SessionContext = createContext<Session | null>(null);

/** Who is here. One context for the whole app: user, logo and notifications, loaded at start-up. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState(anonymous);
  const [notifications, setNotifications] = useState<Notification[]>([]);
  const [logo, setLogo] = useState('');
  const [loading, setLoading] = useState(true);

  const reload = useCallback(async () => {
    const present = sessionToken.read() ? await api(getUser).catch(() => anonymous) : anonymous;
    setUser(present);
    if (present.id > 0) {
      const list = await api(listNotifications).catch(() => ({ items: [] }));
      setNotifications(list.items);
    } else setNotifications([]);
    return present;
  }, []);

  const enter = useCallback(
    async (token: string) => {
      sessionToken.write(token);
      return reload();
    },
    [reload],
  );

  const leave = useCallback(async () => {
    // Even when the call fails the browser forgets the session (design S25).
    await api(deleteSession).catch(() => undefined);
    sessionToken.clear();
    setUser(anonymous);
    setNotifications([]);
  }, []);

  const dismiss = useCallback((id: number) => {
    // Locally first, then the server; a failure is repaired silently at the next start.
    setNotifications((list) => list.map((item) => (item.id === id ? { ...item, read: 1 } : item)));
    api(updateNotification, { params: { id }, body: { read: 1 } }).catch(() => undefined);
  }, []);

  useEffect(() => {
    void start();
    async function start() {
      const [present] = await Promise.all([
        reload(),
        api(getLogo)
          .then((reply) => setLogo(reply.item))
          .catch(() => undefined),
      ]);
      setLoading(false);
      if (present.id > 0) api(getUserInfo).catch(() => undefined);
    }
  }, [reload]);

  const value = useMemo(
    () => ({ user, signedIn: user.id > 0, loading, logo, notifications, reload, enter, leave, dismiss }),
    [user, loading, logo, notifications, reload, enter, leave, dismiss],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** The session of whoever is looking at the page. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside SessionProvider');
  return session;
}
