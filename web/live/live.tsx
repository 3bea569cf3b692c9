import Pusher from 'pusher-js';
import { useEffect } from 'react';
import { getRealtime } from '#contract/notifications/realtime.ts';
import { isStaff } from '#domain/accounts/accounts.ts';
import { personChannel, readNoticesEvent } from '#domain/notifications/channels.ts';
import { api, credentials } from '#web/api/api.ts';
import { setConnection } from './realtime-connection.ts';
import { dispatchUpdate, dispatchReadNotices, dispatchStaffUpdate } from './update-events.ts';
import { useSession } from '#web/session.tsx';

/**
 * The realtime connection while somebody is signed in. Its events only say that something changed; pages fetch the data
 * themselves. Without the connection updates come later, since pages also poll.
 */
export function Live() {
  const { user, reload } = useSession();
  useEffect(() => {
    let pusher: Pusher | null = null;
    let unmounted = false;
    async function open(): Promise<void> {
      const where = await api(getRealtime);
      if (unmounted) return;
      pusher = new Pusher(where.key, options(where));
      // After this the server refuses the public channels of other people (T66).
      pusher.signin();
      setConnection(pusher);
      const own = pusher.subscribe(personChannel(user.id));
      own.bind('news', () => {
        dispatchUpdate();
        void reload();
      });
      own.bind(readNoticesEvent, dispatchReadNotices);
      if (isStaff(user.role.slug)) pusher.subscribe('private-staff').bind('news', dispatchStaffUpdate);
      // Events missed while disconnected are made up for by a reload; at the first connection the data is fresh.
      let wasOpen = false;
      pusher.connection.bind('connected', () => {
        if (wasOpen) {
          dispatchUpdate();
          void reload();
        }
        wasOpen = true;
      });
    }
    open().catch(() => undefined);
    return () => {
      unmounted = true;
      setConnection(null);
      pusher?.disconnect();
    };
  }, [user.id, user.role.slug, reload]);
  return null;
}

type Where = Awaited<ReturnType<typeof api<typeof getRealtime>>>;

function options({ host, port, tls, cluster }: Where): ConstructorParameters<typeof Pusher>[1] {
  const own = Number(location.port) || (location.protocol === 'https:' ? 443 : 80);
  return {
    cluster,
    // Pusher derives its own hosts from the cluster; any other host is given explicitly.
    ...(host === null
      ? { wsHost: location.hostname, wsPort: own, wssPort: own }
      : { wsHost: host, ...(port && { wsPort: port, wssPort: port }) }),
    forceTLS: tls,
    enabledTransports: ['ws', 'wss'],
    channelAuthorization: {
      endpoint: '/realtime/auth',
      transport: 'ajax',
      headersProvider: credentials,
    },
    userAuthentication: {
      endpoint: '/realtime/user-auth',
      transport: 'ajax',
      headersProvider: credentials,
    },
  };
}
