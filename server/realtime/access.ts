import { channelKind, channelOwner } from '#domain/channels.ts';
import { isStaff } from '#domain/accounts.ts';
import type { Viewer } from '#domain/accounts.ts';

/** Channels that staff share: queues and counters of the dashboard. */
const staffChannel = /^(?:private|presence)-staff(?:-[a-z-]{1,40})?(?:-[1-9]\d{0,14})?$/;
/** Support channels are a person's and the team's. */
const support = /^private-support-[1-9]\d{0,14}$/;

/** Who may listen to a channel. Closed by default: a name that nobody answers for is nobody's. */
export function mayJoin(viewer: Viewer, channel: string): boolean {
  if (channelKind(channel) === null) return false;
  if (staffChannel.test(channel)) return isStaff(viewer.role);
  if (support.test(channel) && isStaff(viewer.role)) return true;
  return channelOwner(channel) === viewer.id;
}
