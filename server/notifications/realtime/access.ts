import { sql } from 'kysely';
import { channelKind, channelOrder, channelOwner } from '#domain/notifications/channels.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Queryable } from '#server/context.ts';

/** Channels that staff share: queues and counters of the dashboard. */
const staffChannel = /^(?:private|presence)-staff(?:-[a-z-]{1,40})?(?:-[1-9]\d{0,14})?$/;
/** Support channels are a person's and the team's. */
const support = /^private-support-[1-9]\d{0,14}$/;

/** Who may listen to a channel: by its name alone, or, where it belongs to an order, by that order's two sides. */
export async function mayListen(db: Queryable, viewer: Viewer, channel: string): Promise<boolean> {
  const orderId = channelOrder(channel);
  if (orderId === null) return mayJoin(viewer, channel);
  const { rows } = await sql`
    select from orders where id = ${orderId} and ${viewer.id} in (buyer_id, seller_id)`.execute(db);
  return rows.length === 1;
}

/** What a channel's name says of its listeners. Closed by default: a name that nobody answers for is nobody's. */
export function mayJoin(viewer: Viewer, channel: string): boolean {
  if (channelKind(channel) === null) return false;
  if (staffChannel.test(channel)) return viewer.asStaff === true;
  if (support.test(channel) && viewer.asStaff) return true;
  return channelOwner(channel) === viewer.id;
}
