import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';

/** Whether a notice (`n`) is read where this session is: that a device came in is news to every device but itself. */
export function isRead({ sessionId }: Viewer) {
  return sql<boolean>`(n.read or exists (select from events e join sessions s on s.id = ${sessionId}
    where e.id = n.event_id and e.kind = 'account.new_device' and e.data ->> 'deviceId' = s.device_id::text))`;
}
