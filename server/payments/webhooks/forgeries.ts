import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { networkOf } from '#server/http/limits/networks.ts';
import { isUnnamedProxy } from '#server/http/limits/proxies.ts';
import { sharedFactor } from '#server/http/limits/rate-limit.ts';

/** Notices without a valid signature that one network may send in a second; past it none of its is looked at (T36). */
export const forgeriesPerSecond = 50;

/** Of so many milliseconds one line tells, with how many there were since the last one. */
export const tellEveryMs = 60_000;

interface Second {
  began: number;
  counts: Map<string, number>;
}

// In the process: a forgery must cost less than looking at one, and a bank that shares the network tries again anyway.
const seconds = new WeakMap<Ctx, Second>();
const tellings = new WeakMap<Ctx, { at: number; unreported: number }>();

/**
 * Turns away a network whose notices of this second were forged.
 * @throws `too_many_requests`
 */
export function refuseFlood(ctx: Ctx, ip: string): void {
  const { counts } = presentSecond(ctx);
  const most = isUnnamedProxy(ip) ? forgeriesPerSecond * sharedFactor : forgeriesPerSecond;
  if ((counts.get(networkOf(ip)) ?? 0) < most) return;
  fail('too_many_requests', {
    detail: 'Avisos sem assinatura válida demais. Tente de novo em 1 segundo.',
    meta: { retryAfterSeconds: 1 },
  });
}

/**
 * One notice whose signature does not hold: counted, and told to the operator, nothing of what it said.
 * A secret that was changed at one side only looks the same.
 */
export function noteForgery(ctx: Ctx, provider: string, ip: string): void {
  const { counts } = presentSecond(ctx);
  const network = networkOf(ip);
  counts.set(network, (counts.get(network) ?? 0) + 1);
  const told = tellings.get(ctx) ?? { at: -Infinity, unreported: 0 };
  tellings.set(ctx, told);
  told.unreported += 1;
  const now = performance.now();
  if (now - told.at < tellEveryMs) return;
  ctx.log.warn({ provider, network, forged: told.unreported }, 'a notice had no valid signature');
  Object.assign(told, { at: now, unreported: 0 });
}

function presentSecond(ctx: Ctx): Second {
  const now = performance.now();
  const known = seconds.get(ctx);
  if (known && now - known.began < 1_000) return known;
  const fresh = { began: now, counts: new Map<string, number>() };
  seconds.set(ctx, fresh);
  return fresh;
}
