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
import { confirmOwner, letGoOfOwner } from '#web/ui/storage/own-storage.ts';
import { createTurns } from './api/latest-read.ts';
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
  /** The server ended the session of the person on the screen; what was typed stays there. */
  ended: boolean;
  /** True until user, logo and notifications were asked for (specification §4, startup). */
  loading: boolean;
  logo: string;
  notifications: Notification[];
  /** A version of the terms that this person has not accepted; undefined until that was asked. */
  newTerms: NewTerms | undefined;
  acceptedTerms: () => void;
  /** Asks for the user and the notifications again. A failure is silent and changes nothing. */
  reload: () => Promise<CurrentUser>;
  /** Does not return when the page was another person's: it is then loaded again, at `onward` if that is given. */
  enter: (token: string, onward?: string) => Promise<CurrentUser>;
  leave: () => Promise<void>;
  /** Forgets the session in this browser without a word to the server. */
  forget: () => void;
  dismiss: (id: number) => void;
  /** Marks all that is there as read. */
  dismissAll: () => void;
}

const SessionContext = createContext<Session | null>(null);

/** Who is here. One context for the whole app: user, logo and notifications, loaded at start-up. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState(anonymous);
  const [notifications, setNotifications] = useState<Notification[]>([]);
  const [newTerms, setNewTerms] = useState<NewTerms | undefined>();
  const [logo, setLogo] = useState('');
  const [loading, setLoading] = useState(true);
  const [ended, setEnded] = useState(false);
  // Who is on the screen, for answers that arrive between two renderings.
  const shown = useRef(anonymous);

  const show = useCallback((present: CurrentUser) => {
    shown.current = present;
    setUser(present);
    if (isSignedIn(present)) return;
    setNotifications([]);
    setNewTerms(null);
  }, []);

  const [turns] = useState(createTurns);
  const ask = useCallback(
    async (onward: string | undefined) => {
      const counts = turns();
      const answer = await askWhoIsHere(onward);
      if (answer && counts()) {
        setEnded(false);
        show(answer);
      }
      const list = isSignedIn(shown.current) && (await api(listNotifications).catch(() => null));
      if (list && counts()) setNotifications((old) => old.reduce(keepRead, unsentReads.applyTo(list.items)));
      return shown.current;
    },
    [show, turns],
  );
  const reload = useCallback(() => ask(undefined), [ask]);

  const lookUp = useCallback(() => {
    api(getUserInfo).then(
      ({ new_terms: terms }) => setNewTerms(terms),
      () => setNewTerms((before) => before ?? null),
    );
  }, []);

  const enter = useCallback(
    async (token: string, onward?: string) => {
      sessionToken.write(token);
      const present = await ask(onward);
      if (!isSignedIn(present)) return present;
      lookUp();
      adoptLook();
      return present;
    },
    [ask, lookUp],
  );

  const forget = useCallback(() => {
    sessionToken.clear();
    letGoOfOwner();
    // Nobody is back with an answer that was on its way.
    turns()();
    setEnded(false);
    show(anonymous);
  }, [show, turns]);

  const leave = useCallback(async () => {
    shown.current = anonymous;
    // Even when the call fails the browser forgets the session.
    await api(deleteSession).catch(() => undefined);
    forget();
  }, [forget]);

  useEffect(
    () =>
      onUnknownSession(() => {
        if (isSignedIn(shown.current)) setEnded(true);
        else if (shown.current.id <= 0) sessionToken.clear();
      }),
    [],
  );

  useOtherTabs(reload);

  const dismiss = useCallback((id: number) => {
    // Locally first, then the server; what did not reach it stays read and is sent again at the next start.
    setNotifications((list) => withRead(list, { id }));
    void sendRead(id);
  }, []);

  const dismissAll = useCallback(() => {
    const upTo = Math.max(0, ...notifications.map(({ id }) => id));
    setNotifications((list) => withRead(list, { upTo }));
    if (upTo > 0) api(readAllNotifications, { body: { read: 1, upTo }, asked: false }).catch(() => undefined);
  }, [notifications]);

  useEffect(() => onReadNotices((read) => setNotifications((list) => withRead(list, read))), []);

  useEffect(() => {
    void start();
    async function start() {
      const [present] = await Promise.all([reload(), askLogo(setLogo)]);
      setLoading(false);
      if (!isSignedIn(present)) return;
      lookUp();
      for (const id of unsentReads.read()) void sendRead(id);
    }
  }, [reload, lookUp]);

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
      enter,
      leave,
      forget,
      dismiss,
      dismissAll,
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
      enter,
      leave,
      forget,
      dismiss,
      dismissAll,
    ],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Who is here, or null without an answer. A page that belonged to somebody else is loaded again. */
async function askWhoIsHere(onward: string | undefined): Promise<CurrentUser | null> {
  const token = sessionToken.read();
  if (!token) return anonymous;
  const answer = await api(getUser).catch(() => null);
  if (answer && isSignedIn(answer) && !confirmOwner(answer.id, token)) return loadAgain(onward);
  return answer;
}

function askLogo(show: (logo: string) => void): Promise<void> {
  return api(getLogo).then(
    ({ item }) => show(item),
    () => undefined,
  );
}

/** Asks again when another tab signs in or out, or the browser shows a page again as it was left. */
function useOtherTabs(reload: () => Promise<unknown>): void {
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

/** Nothing that this page remembers of one person is shown to the next. */
function loadAgain(onward?: string): Promise<never> {
  if (onward === undefined) location.reload();
  else location.replace(onward);
  return new Promise(() => undefined);
}

/** A convenience: without an answer the browser keeps its own look. */
function adoptLook(): void {
  api(getAccount).then(
    ({ preferences }) => adoptPreferences(preferences),
    () => undefined,
  );
}

async function sendRead(id: number): Promise<void> {
  unsentReads.add(id);
  try {
    await api(updateNotification, { params: { id }, body: { read: 1 }, asked: false });
    unsentReads.remove(id);
  } catch (error) {
    // What is not there, or is somebody else's, will never be taken.
    if (error instanceof ApiError && error.status === 404) unsentReads.remove(id);
  }
}

function withRead(list: Notification[], read: ReadNotices): Notification[] {
  const isRead = ({ id }: Notification) => ('id' in read ? id === read.id : id <= read.upTo);
  return list.map((item) => (isRead(item) ? { ...item, read: 1 } : item));
}

/** What was read here stays read, though the list was made before the server heard of it. */
function keepRead(list: Notification[], { id, read }: Notification): Notification[] {
  return read ? withRead(list, { id }) : list;
}

function isSignedIn({ id, twofactor }: CurrentUser): boolean {
  return id > 0 && twofactor !== 'pending';
}

/** The session of whoever is looking at the page. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside SessionProvider');
  return session;
}
