import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import type { AccessOrigin } from '#server/http/access-records.ts';
import type { Cookies } from '#server/http/cookies.ts';
import { hashToken, newToken } from '#server/http/session.ts';
import { enqueue } from '#server/background/jobs.ts';
import { deviceLabel } from './device-label.ts';
import { deviceCookie } from './known-device.ts';
import { newDeviceMail } from './mails.ts';

/** Browsers limit cookies to 400 days. */
const cookieSeconds = 400 * 24 * 60 * 60;

/** The origin of a request, stored with its session so that the owner can recognise it. */
export interface Origin extends AccessOrigin {
  userAgent: string;
  cookies: Cookies;
}

export interface Device {
  id: number;
  /** Whether the second step is skipped on it. */
  trusted: boolean;
  /** Whether it is new on an account that already has other devices. */
  isNew: boolean;
}

/** Finds the person's device of this request by its cookie, or creates it. */
export async function recogniseDevice(tx: Tx, userId: number, origin: Origin): Promise<Device> {
  const given = origin.cookies.read(deviceCookie);
  const token = given && /^[A-Za-z0-9_-]{43}$/.test(given) ? given : newToken();
  const { rows } = await sql<Device>`
    with others as (select exists (select from devices where user_id = ${userId}) as exist),
      device as (
        insert into devices (user_id, token_hash, user_agent)
        values (${userId}, ${hashToken(token)}, ${origin.userAgent})
        on conflict (user_id, token_hash) do update set user_agent = excluded.user_agent, last_seen_at = market_now()
        returning id, coalesce(trusted_until > market_now(), false) as trusted, xmax = 0 as made)
    select device.id, device.trusted, device.made and others.exist as "isNew" from device, others`.execute(
    tx,
  );
  origin.cookies.set(deviceCookie, token, cookieSeconds);
  return rows[0]!;
}

/** Records that a new device signed in, or passed the password step, and notifies the owner. */
export async function notifyNewDevice(
  ctx: Ctx,
  tx: Tx,
  actor: Viewer,
  origin: Origin,
  { id: deviceId, waits }: { id: number; waits: boolean },
): Promise<void> {
  const device = deviceLabel(origin.userAgent);
  const { ip } = origin;
  await record(tx, {
    kind: 'account.new_device',
    actor,
    subject: { kind: 'user', id: actor.id },
    data: { device, deviceId, waits },
    ip,
  });
  const { rows } = await sql<{ email: string; now: Date }>`
    select email::text, market_now() as now from users where id = ${actor.id}`.execute(tx);
  const { email: to, now: at } = rows[0]!;
  const url = `${ctx.config.publicUrl}/conta/seguranca`;
  await enqueue(tx, 'mail.send', newDeviceMail({ to, username: actor.username, device, ip, at, waits, url }));
}
