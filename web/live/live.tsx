import Pusher from 'pusher-js';
import { useEffect } from 'react';
import { getRealtime } from '#contract/notifications/realtime.ts';
import { isStaff } from '#domain/accounts/accounts.ts';
import { personChannel, readNoticesEvent } from '#domain/notifications/channels.ts';
import { api, credentials } from '#web/api/api.ts';
import { lendLine } from './realtime-connection.ts';
import { tellNews, tellReadNotices, tellStaffNews } from './update-events.ts';
import { useSession } from '#web/session.tsx';

/**
 * The open line to the server while somebody is signed in. What comes over it only says that there is news; the news
 * itself is asked for. Without the line nothing is missing but the moment: pages also ask by themselves.
 */
export function Live() {
  const { user, reload } = useSession();
  useEffect(() => {
    let line: Pusher | null = null;
    let gone = false;
    async function open(): Promise<void> {
      const where = await api(getRealtime);
      if (gone) return;
      line = new Pusher(where.key, options(where));
      // Our own server then refuses the public channels of other people (T66).
      line.signin();
      lendLine(line);
      const own = line.subscribe(personChannel(user.id));
      own.bind('news', () => {
        tellNews();
        void reload();
      });
      own.bind(readNoticesEvent, tellReadNotices);
      if (isStaff(user.role.slug)) line.subscribe('private-staff').bind('news', tellStaffNews);
      // Whatever was said while the line was down is asked for when it is back; at the start the page has just asked.
      let wasOpen = false;
      line.connection.bind('connected', () => {
        if (wasOpen) {
          tellNews();
          void reload();
        }
        wasOpen = true;
      });
    }
    open().catch(() => undefined);
    return () => {
      gone = true;
      lendLine(null);
      line?.disconnect();
    };
  }, [user.id, user.role.slug, reload]);
  return null;
}

type Where = Awaited<ReturnType<typeof api<typeof getRealtime>>>;

function options({ host, port, tls, cluster }: Where): ConstructorParameters<typeof Pusher>[1] {
  const own = Number(location.port) || (location.protocol === 'https:' ? 443 : 80);
  return {
    cluster,
    // Pusher's own hosts are found by the cluster; any other is named.
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
