import type { ReactNode } from 'react';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { CurrentUser } from '#contract/accounts/accounts.ts';
import { getAccount } from '#contract/accounts/account.ts';
import {
  getUser,
  getUserInfo,
  getLogo,
  listNotifications,
  readAllNotifications,
  updateNotification,
} from '#contract/accounts/accounts.ts';
import { deleteSession } from '#contract/accounts/sessions.ts';
import type { Reply } from '#contract/endpoint.ts';
import { adoptPreferences } from './accounts/profile/preferences.ts';
import { api, ApiError, onUnknownSession } from './api/api.ts';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { onReadNotices, type ReadNotices } from './live/update-events.ts';
import { confirmOwner, forgetOwner } from '#web/ui/storage/own-storage.ts';
import { trackLatestRead } from './api/latest-read.ts';
import { unsentReads } from './live/unsent-reads.ts';

type Notification = Reply<typeof listNotifications>['items'][number];
type NewTerms = Reply<typeof getUserInfo>['new_terms'];

/** Id 0 and −1 mean «not signed in», on the client only (§1). */
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
  /** Both steps done. While the second is missing `user.id` is known and `user.twofactor` is `pending`. */
  signedIn: boolean;
  /** The server ended the session of the person on the screen; typed text stays there. */
  ended: boolean;
  /** True until user, logo and notifications have been requested (specification §4, startup). */
  loading: boolean;
  logo: string;
  notifications: Notification[];
  /** A version of the terms that this person has not accepted; undefined until it has been fetched. */
  newTerms: NewTerms | undefined;
  acceptedTerms: () => void;
  /** Fetches the user and the notifications again. A failure is silent and changes nothing. */
  reload: () => Promise<CurrentUser>;
  /** Stores the session token and fetches its user. When the page belonged to another person, it does not return: the page reloads, at `redirectTo` if given. */
  signIn: (token: string, redirectTo?: string) => Promise<CurrentUser>;
  signOut: () => Promise<void>;
  /** Forgets the session in this browser without calling the server. */
  forgetSession: () => void;
  markRead: (id: number) => void;
  /** Marks all loaded notifications as read. */
  markAllRead: () => void;
}

const SessionContext = createContext<Session | null>(null);

/** Provides the signed-in user, the logo and the notifications, loaded at start-up, to the whole app. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState(anonymous);
  const [notifications, setNotifications] = useState<Notification[]>([]);
  const [newTerms, setNewTerms] = useState<NewTerms | undefined>();
  const [logo, setLogo] = useState('');
  const [loading, setLoading] = useState(true);
  const [ended, setEnded] = useState(false);
  // The user on the screen, for replies that arrive between two renders.
  const shown = useRef(anonymous);

  const show = useCallback((present: CurrentUser) => {
    shown.current = present;
    setUser(present);
    if (isSignedIn(present)) return;
    setNotifications([]);
    setNewTerms(null);
  }, []);

  const [startRead] = useState(trackLatestRead);
  const ask = useCallback(
    async (redirectTo: string | undefined) => {
      const isCurrent = startRead();
      const answer = await fetchUser(redirectTo);
      if (answer && isCurrent()) {
        setEnded(false);
        show(answer);
      }
      const list = isSignedIn(shown.current) && (await api(listNotifications).catch(() => null));
      if (list && isCurrent())
        setNotifications((old) => old.reduce(mergeRead, unsentReads.applyTo(list.items)));
      return shown.current;
    },
    [show, startRead],
  );
  const reload = useCallback(() => ask(undefined), [ask]);

  const fetchNewTerms = useCallback(() => {
    api(getUserInfo).then(
      ({ new_terms: terms }) => setNewTerms(terms),
      () => setNewTerms((before) => before ?? null),
    );
  }, []);

  const signIn = useCallback(
    async (token: string, redirectTo?: string) => {
      sessionToken.write(token);
      const present = await ask(redirectTo);
      if (!isSignedIn(present)) return present;
      fetchNewTerms();
      adoptSavedPreferences();
      return present;
    },
    [ask, fetchNewTerms],
  );

  const forgetSession = useCallback(() => {
    sessionToken.clear();
    forgetOwner();
    // A reply that is still on its way must not sign the user in again.
    startRead()();
    setEnded(false);
    show(anonymous);
  }, [show, startRead]);

  const signOut = useCallback(async () => {
    shown.current = anonymous;
    // Even when the call fails the browser forgets the session.
    await api(deleteSession).catch(() => undefined);
    forgetSession();
  }, [forgetSession]);

  useEffect(
    () =>
      onUnknownSession(() => {
        if (isSignedIn(shown.current)) setEnded(true);
        else if (shown.current.id <= 0) sessionToken.clear();
      }),
    [],
  );

  useReloadFromOtherTabs(reload);

  const markRead = useCallback((id: number) => {
    // Locally first, then the server; what did not reach it stays read and is sent again at the next start.
    setNotifications((list) => withRead(list, { id }));
    void sendRead(id);
  }, []);

  const markAllRead = useCallback(() => {
    const upTo = Math.max(0, ...notifications.map(({ id }) => id));
    setNotifications((list) => withRead(list, { upTo }));
    if (upTo > 0) sendReadUpTo(upTo);
  }, [notifications]);

  useEffect(() => onReadNotices((read) => setNotifications((list) => withRead(list, read))), []);

  useEffect(() => {
    void start();
    async function start() {
      const [present] = await Promise.all([reload(), fetchLogo(setLogo)]);
      setLoading(false);
      if (!isSignedIn(present)) return;
      fetchNewTerms();
      for (const id of unsentReads.read()) void sendRead(id);
    }
  }, [reload, fetchNewTerms]);

  const acceptedTerms = useCallback(() => setNewTerms(null), []);

  const value = useMemo(
    () => ({
      user,
      signedIn: isSignedIn(user),
      ended,
      loading,
      logo,
      notifications,
      newTerms,
      acceptedTerms,
      reload,
      signIn,
      signOut,
      forgetSession,
      markRead,
      markAllRead,
    }),
    [
      user,
      ended,
      loading,
      logo,
      notifications,
      newTerms,
      acceptedTerms,
      reload,
      signIn,
      signOut,
      forgetSession,
      markRead,
      markAllRead,
    ],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** The current user, or null without a reply. A page that belonged to somebody else is reloaded. */
async function fetchUser(redirectTo: string | undefined): Promise<CurrentUser | null> {
  const token = sessionToken.read();
  if (!token) return anonymous;
  const answer = await api(getUser).catch(() => null);
  if (answer && isSignedIn(answer) && !confirmOwner(answer.id, token)) return reloadPage(redirectTo);
  return answer;
}

function fetchLogo(show: (logo: string) => void): Promise<void> {
  return api(getLogo).then(
    ({ item }) => show(item),
    () => undefined,
  );
}

/** Fetches the session again when another tab signs in or out, or the browser restores a page from its cache. */
function useReloadFromOtherTabs(reload: () => Promise<unknown>): void {
  useEffect(() => {
    const onReturn = ({ persisted }: PageTransitionEvent) => void (persisted && reload());
    const stop = sessionToken.watch(() => void reload());
    window.addEventListener('pageshow', onReturn);
    return () => {
      stop();
      window.removeEventListener('pageshow', onReturn);
    };
  }, [reload]);
}

/** Reloads so that nothing this page remembers of one person is shown to the next. */
function reloadPage(redirectTo?: string): Promise<never> {
  if (redirectTo === undefined) location.reload();
  else location.replace(redirectTo);
  return new Promise(() => undefined);
}

/** Applies the account's saved display preferences; without a reply the browser keeps its own. */
function adoptSavedPreferences(): void {
  api(getAccount).then(
    ({ preferences }) => adoptPreferences(preferences),
    () => undefined,
  );
}

async function sendRead(id: number): Promise<void> {
  unsentReads.add(id);
  try {
    await api(updateNotification, { params: { id }, body: { read: 1 }, interactive: false });
    unsentReads.remove(id);
  } catch (error) {
    // A notification that does not exist, or belongs to somebody else, will never be accepted.
    if (error instanceof ApiError && error.status === 404) unsentReads.remove(id);
  }
}

function sendReadUpTo(id: number): void {
  api(readAllNotifications, { body: { read: 1, upTo: id }, interactive: false }).catch(() => undefined);
}

function withRead(list: Notification[], read: ReadNotices): Notification[] {
  const isRead = ({ id }: Notification) => ('id' in read ? id === read.id : id <= read.upTo);
  return list.map((item) => (isRead(item) ? { ...item, read: 1 } : item));
}

/** Keeps a notification read here as read, although the fetched list may be older than that. */
function mergeRead(list: Notification[], { id, read }: Notification): Notification[] {
  return read ? withRead(list, { id }) : list;
}

function isSignedIn({ id, twofactor }: CurrentUser): boolean {
  return id > 0 && twofactor !== 'pending';
}

/** The session of the visitor. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside SessionProvider');
  return session;
}
