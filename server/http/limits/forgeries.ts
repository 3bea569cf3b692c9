import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { networkOf } from './networks.ts';
import { isUnnamedProxy } from './proxies.ts';
import { sharedFactor } from './rate-limit.ts';

/** Notices without a valid signature that one network may send in a second; beyond it all its notices are refused (T36). */
export const forgeriesPerSecond = 50;

/** Minimum milliseconds between two log lines; each states how many forgeries there were since the last one. */
export const logEveryMs = 60_000;

interface Second {
  began: number;
  counts: Map<string, number>;
}

// Counted in memory, because refusing must cost less than verifying; a bank on the same network retries anyway.
const seconds = new WeakMap<Ctx, Second>();
const reports = new WeakMap<Ctx, { at: number; unreported: number }>();

/**
 * Refuses a network that sent too many forged notices in this second.
 * @throws `too_many_requests`
 */
export function refuseFlood(ctx: Ctx, ip: string): void {
  const { counts } = currentSecond(ctx);
  const limit = isUnnamedProxy(ip) ? forgeriesPerSecond * sharedFactor : forgeriesPerSecond;
  if ((counts.get(networkOf(ip)) ?? 0) < limit) return;
  fail('too_many_requests', {
    detail: 'Avisos sem assinatura válida demais. Tente de novo em 1 segundo.',
    meta: { retryAfterSeconds: 1 },
  });
}

/**
 * Counts a notice with an invalid signature and logs it for the operator, without its content.
 * A secret that was changed on one side only looks the same.
 */
export function recordForgery(ctx: Ctx, provider: string, ip: string): void {
  const { counts } = currentSecond(ctx);
  const network = networkOf(ip);
  counts.set(network, (counts.get(network) ?? 0) + 1);
  const report = reports.get(ctx) ?? { at: -Infinity, unreported: 0 };
  reports.set(ctx, report);
  report.unreported += 1;
  const now = performance.now();
  if (now - report.at < logEveryMs) return;
  ctx.log.warn({ provider, network, forged: report.unreported }, 'a notice had no valid signature');
  Object.assign(report, { at: now, unreported: 0 });
}

function currentSecond(ctx: Ctx): Second {
  const now = performance.now();
  const known = seconds.get(ctx);
  if (known && now - known.began < 1_000) return known;
  const fresh = { began: now, counts: new Map<string, number>() };
  seconds.set(ctx, fresh);
  return fresh;
}
