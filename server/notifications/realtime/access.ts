import { sql } from 'kysely';
import { channelKind, channelOrder, channelOwner } from '#domain/notifications/channels.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Queryable } from '#server/context.ts';

/** Channels of all staff: queues and counters of the dashboard. */
const staffChannel = /^(?:private|presence)-staff(?:-[a-z-]{1,40})?(?:-[1-9]\d{0,14})?$/;
/** Support channels are for one person and the team. */
const support = /^private-support-[1-9]\d{0,14}$/;

/** Whether the viewer may listen to a channel: by its name, or for an order's channel as one of its two sides. */
export async function mayListen(db: Queryable, viewer: Viewer, channel: string): Promise<boolean> {
  const orderId = channelOrder(channel);
  if (orderId === null) return mayJoin(viewer, channel);
  const { rows } = await sql`
    select from orders where id = ${orderId} and ${viewer.id} in (buyer_id, seller_id)`.execute(db);
  return rows.length === 1;
}

/** Whether the viewer may listen to a channel, judged by its name. Unknown names are refused. */
export function mayJoin(viewer: Viewer, channel: string): boolean {
  if (channelKind(channel) === null) return false;
  if (staffChannel.test(channel)) return viewer.asStaff === true;
  if (support.test(channel) && viewer.asStaff) return true;
  return channelOwner(channel) === viewer.id;
}
