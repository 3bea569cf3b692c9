import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Endpoint } from '#contract/endpoint.ts';
import type { SecurityRules, Viewer } from '#domain/accounts/accounts.ts';
import { isStaff } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { hasReply } from './idempotency.ts';
import { findPhone } from './phone.ts';
import { findSession, hasSecondFactor } from './session.ts';
import { checkXsrf } from './xsrf.ts';

/**
 * Identifies the caller and checks the general requirements of the endpoint: a session, its second step, a staff role
 * and its second factor, good standing, a recent proof of identity. Ownership of objects is checked by the handlers.
 */
export async function authorizeCall(
  ctx: Ctx,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Viewer | null> {
  if (endpoint.auth === 'webhook') return null;
  if (endpoint.auth === 'phone') return authorizePhone(ctx, endpoint, request);
  const session = await findSession(ctx, request);
  const viewer = session?.viewer ?? null;
  // The log of denied requests contains the caller.
  request.viewer = viewer;
  if (endpoint.method !== 'GET' && !carriesBearer(request)) checkXsrf(ctx, request);
  if (session && endpoint.method !== 'GET') checkCallerHeader(request, session.viewer);
  if (endpoint.auth === 'simulator' && !ctx.config.simulators) fail('not_found');
  if (session?.state === 'pending' && !endpoint.pending && endpoint.auth !== 'simulator')
    fail('two_factor_pending');
  if (endpoint.auth !== 'user' && endpoint.auth !== 'staff') return viewer;
  if (!viewer) fail('unauthenticated');
  if (endpoint.auth === 'staff' && !isStaff(viewer.role)) fail('forbidden');
  if (endpoint.standing === 'good' && viewer.standing !== 'good') fail('account_suspended');
  if (endpoint.agreed) await requireTermsConsent(ctx, viewer);
  if (endpoint.auth === 'staff' && !viewer.asStaff) fail('second_factor_required');
  if (endpoint.proof !== 'none') await requireProof(ctx, endpoint, { viewer, request });
  return viewer;
}

/**
 * A phone sends the key of its photo link in a cookie. A session in the same browser is ignored: it adds no rights and
 * removes none.
 */
async function authorizePhone(ctx: Ctx, endpoint: Endpoint, request: FastifyRequest): Promise<Viewer> {
  const owner = (await findPhone(ctx, request)) ?? fail('link_expired');
  if (endpoint.method !== 'GET') checkXsrf(ctx, request);
  if (endpoint.standing === 'good' && owner.standing !== 'good') fail('account_suspended');
  return owner;
}

/**
 * A browser states which person it believes to be signed in, so that a write which one person queued is not sent in the
 * session of another who signed in meanwhile (ADR 0077). Other clients send no such header.
 */
function checkCallerHeader({ headers }: FastifyRequest, viewer: Viewer): void {
  const caller = headers['x-caller'];
  if (caller !== undefined && caller !== String(viewer.id)) fail('other_caller');
}

/** Only Bearer counts: other schemes, such as a proxy's HTTP Basic, are sent by browsers to requests of any site. */
function carriesBearer({ headers }: FastifyRequest): boolean {
  return /^Bearer \S/i.test(headers.authorization ?? '');
}

/** New deals require consent to the current version of the terms (§5). */
async function requireTermsConsent(ctx: Ctx, viewer: Viewer): Promise<void> {
  const { rows } = await sql<{ inForce: number; agreed: boolean }>`
    select t.version as "inForce", u.terms_version >= t.version as agreed
    from users u, terms_in_force() as t (version) where u.id = ${viewer.id}`.execute(ctx.db);
  const { inForce, agreed } = rows[0] ?? fail('unauthenticated');
  if (!agreed) fail('terms_changed', { meta: { version: inForce } });
}

interface Proofs {
  has_second_factor: boolean;
  proved_ms: number | null;
  second_factor_ms: number | null;
}

/**
 * For calls that need a proof only sometimes: fails unless this person proved their identity within the last minutes.
 */
export async function requireRecentProof(ctx: Ctx, viewer: Viewer): Promise<void> {
  const { security } = (await currentRules(ctx.db)).rules;
  if (!isRecent(await findProofs(ctx, viewer), security)) fail('step_up_required');
}

/** How long ago this person proved their identity, and by which means. */
async function findProofs(ctx: Ctx, viewer: Viewer): Promise<Proofs> {
  const { rows } = await sql<Proofs>`
    select extract(epoch from market_now() - s.proved_at) * 1000 as proved_ms,
      extract(epoch from market_now() - s.second_factor_at) * 1000 as second_factor_ms,
      ${hasSecondFactor} as has_second_factor
    from sessions s join users u on u.id = s.user_id where s.id = ${viewer.sessionId}`.execute(ctx.db);
  return rows[0] ?? fail('unauthenticated');
}

async function requireProof(
  ctx: Ctx,
  endpoint: Endpoint,
  { viewer, request }: { viewer: Viewer; request: FastifyRequest },
): Promise<void> {
  const { security } = (await currentRules(ctx.db)).rules;
  const proofs = await findProofs(ctx, viewer);
  const proof = requiredProof(endpoint, security);
  if (proof === 'second_factor' && !proofs.has_second_factor) fail('second_factor_required');
  // Checked where the proof is consumed instead, so that a repeated request gets its first answer.
  if (endpoint.proof === 'withdrawal' && proof === 'second_factor') return;
  if (proof === 'none' || isRecent(proofs, security)) return;
  // A call whose answer was lost is repeated with its key, maybe after the proof's time.
  request.replayOnly =
    endpoint.idempotent === true && (await hasReply(ctx.db, { endpoint, viewer, request }));
  if (!request.replayOnly) fail('step_up_required');
}

/**
 * Withdrawals need the second factor each time (§4.10): a proof is valid once and is consumed in the transaction. Of
 * twenty requests with one proof, one succeeds.
 * @throws `step_up_required` when there is no proof from the last minutes
 */
export async function consumeSecondFactor(ctx: Ctx, tx: Tx, viewer: Viewer): Promise<void> {
  const { security } = (await currentRules(ctx.db, tx)).rules;
  if (!security.withdrawalNeedsSecondFactor) return;
  const { rows } = await sql`
    update sessions set second_factor_at = null where id = ${viewer.sessionId}
      and second_factor_at >= market_now() - ${security.proofMs}::bigint * interval '1 millisecond'
    returning id`.execute(tx);
  if (rows.length === 0) fail('step_up_required');
}

/** Whether a withdrawal needs a second factor is a setting. */
function requiredProof({ proof }: Endpoint, security: SecurityRules): 'none' | 'recent' | 'second_factor' {
  if (proof !== 'withdrawal') return proof;
  return security.withdrawalNeedsSecondFactor ? 'second_factor' : 'recent';
}

/** A person with a second factor must prove it, because a password alone may be stolen. */
function isRecent(proofs: Proofs, { proofMs }: SecurityRules): boolean {
  const age = proofs.has_second_factor ? proofs.second_factor_ms : proofs.proved_ms;
  return age !== null && Number(age) <= proofMs;
}
