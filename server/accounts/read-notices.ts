import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';

/** SQL: notice `n` counts as read in this session. A notice about a new device counts as read on that device. */
export function isRead({ sessionId }: Viewer) {
  return sql<boolean>`(n.read or exists (select from events e join sessions s on s.id = ${sessionId}
    where e.id = n.event_id and e.kind = 'account.new_device' and e.data ->> 'deviceId' = s.device_id::text))`;
}
