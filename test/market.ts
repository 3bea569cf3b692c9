import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateCpf } from '@brazilian-utils/brazilian-utils';
import type { FastifyInstance } from 'fastify';
import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { Client } from 'pg';
import pino from 'pino';
import { connect } from '#db/connect.ts';
import { isStaff } from '#domain/accounts.ts';
import type { Role, Viewer } from '#domain/accounts.ts';
import type { Plan } from '#domain/listings.ts';
import { defaultRules } from '#domain/rules.ts';
import type { Rules } from '#domain/rules.ts';
import type { VerificationLevel } from '#domain/verification.ts';
import { hashPassword } from '#server/sessions/passwords.ts';
import { createApp } from '#server/app.ts';
import { buildContext } from '#server/build-context.ts';
import { forgetCaches } from '#server/cache.ts';
import { createCategory } from '#server/catalogue/commands.ts';
import type { NewCategory } from '#server/catalogue/commands.ts';
import { readConfig } from '#server/config.ts';
import type { Ctx } from '#server/context.ts';
import { newSecret, openSecret, sealSecret, totpCode } from '#server/factors/totp.ts';
import { openSession } from '#server/http/session.ts';
import { allJobs } from '#server/jobs-list.ts';
import type { JobName } from '#server/jobs.ts';
import { addCodes } from '#server/listings/codes.ts';
import { saveListing } from '#server/listings/commands.ts';
import { beginDraft } from '#server/listings/drafts.ts';
import { decide } from '#server/listings/review.ts';
import { submitDraft } from '#server/listings/submission.ts';
import { ensurePageTexts } from '#server/settings/page-texts.ts';
import { ensureRules, forgetRules } from '#server/settings/queries.ts';
import { allSweeps } from '#server/sweeps.ts';
import { inTransaction } from '#server/transaction.ts';
import { drain } from '#server/worker.ts';
import { createTestDatabase } from './database.ts';

/** The password of every user the kit makes. */
export const password = 'senha-de-teste-2026';

/** A person of the market with an open session. */
export interface Person extends Viewer {
  token: string;
  email: string;
  /** A code of the person's authenticator app that was not used yet. */
  code(): Promise<string>;
  /** The document of a verified person; everybody is called Ana Souza. */
  cpf: string;
}

export interface PersonOptions {
  /** Without a proven e-mail there is no level at all. */
  verified?: boolean;
  role?: Role;
  username?: string;
  level?: VerificationLevel;
  /** Days since the account was made; below 90 one is a newcomer. */
  ageDays?: number;
  /** An authenticator app, shown in this session just now. Staff have one, since the rules ask for it. */
  totp?: boolean;
}

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  /** The whole body as sent, and what stands inside `data`. */
  text: string;
  // Tests read replies of every shape; the contract is what types them elsewhere.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

export interface RequestOptions {
  token?: string;
  body?: unknown;
  /** `Idempotency-Key`; `true` makes a fresh one. */
  key?: string | true;
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
  /** The caller's address, for limits that count by it. */
  ip?: string;
}

export interface ListingOptions {
  seller?: Person;
  title?: string;
  description?: string;
  priceCents?: number;
  /** Units of a manual delivery. */
  stock?: number;
  /** Codes make the delivery automatic. */
  codes?: string[];
  promisedHours?: 1 | 6 | 24 | 72;
  plan?: Plan;
  categoryId?: number;
  attributes?: Record<string, string>;
}

export type Market = Awaited<ReturnType<typeof createMarket>>;

/**
 * A market of the test's own: a fresh database, simulators, and the API behind its front door.
 * @param settings of the operator, over the usual ones
 */
export async function createMarket(settings: Record<string, string> = {}) {
  const database = await createTestDatabase();
  await openClock(database.ownerUrl);
  const dataDir = await mkdtemp(join(tmpdir(), 'praca-test-'));
  const db = connect(database.appUrl, { max: 20, applicationName: 'test' });
  await ensureRules(db);
  await ensurePageTexts(db);
  // What a withdrawal asks of its person beyond a session has tests of its own.
  await setRules({ security: { ...defaultRules.security, withdrawalNeedsSecondFactor: false } });
  const secretKey = randomBytes(32).toString('hex');
  const config = {
    ...readConfig({
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
      ALLOW_SIMULATORS: '1',
      ...settings,
    }),
  };
  const log = pino({ level: 'silent' });
  const ctx: Ctx = buildContext({ config, db, log });
  const app = await createApp(ctx);
  await app.ready();
  let made = 0;
  let phones = 0;
  let reviewer: Person | undefined;
  let shelf: number | undefined;

  /** Rules of this market from now on; a version of its own. The process may know the older one for a second. */
  async function setRules(changes: Partial<Rules>): Promise<void> {
    await sql`insert into rule_versions (rules, starts_at)
      select rules || ${JSON.stringify(changes)}::jsonb, starts_at + interval '1 second' from rule_versions
      order by id desc limit 1`.execute(db);
    forgetRules(db);
  }

  /** A signed-in person who may do everything, unless said otherwise. */
  async function user(options: PersonOptions = {}): Promise<Person> {
    const { verified = true, role = 'user', username = `pessoa${++made}` } = options;
    const { level = verified ? 'N3' : 'N0', ageDays = 200, totp = isStaff(role) } = options;
    const email = `${username}@exemplo.com.br`;
    const cpf = someCpf();
    const named = level >= 'N2';
    const { rows } = await sql<{ id: number }>`
      insert into users (username, email, password_hash, role, terms_accepted_at, email_verified_at, phone,
        phone_verified_at, full_name, cpf, birth_date, identity_verified_at, level_granted_at, created_at)
      values (${username}, ${email}, ${await knownHash()}, ${role}, market_now(), ${since(verified)},
        ${level >= 'N1' ? `+55119${String(++phones).padStart(8, '0')}` : null},
        ${since(level >= 'N1')}, ${named ? 'Ana Souza' : null}, ${named ? cpf : null}, ${named ? '1990-01-31' : null},
        ${since(named)}, ${since(level === 'N3')}, market_now() - ${ageDays} * interval '1 day')
      returning id`.execute(db);
    const id = rows[0]!.id;
    if (totp)
      await sql`insert into totp_secrets (user_id, secret_sealed, confirmed_at)
        values (${id}, ${sealSecret(ctx, id, newSecret())}, market_now())`.execute(db);
    const origin = { ip: '127.0.0.1', userAgent: 'vitest' };
    const token = await openSession(db, { userId: id, ...origin, secondFactor: totp });
    // A jump of the test's clock is no absence: staff would be signed out after half an hour.
    await sql`update sessions set expires_at = market_now() + interval '10 years',
      absolute_expires_at = market_now() + interval '10 years' where user_id = ${id} and ${isStaff(role)}`.execute(
      db,
    );
    const code = () => freshCode(ctx, id);
    return {
      id,
      username,
      role,
      emailVerified: verified,
      sessionId: 0,
      standing: 'good',
      token,
      email,
      cpf,
      code,
    };
  }

  async function category(options: Partial<NewCategory> = {}): Promise<number> {
    const slug = options.slug ?? `categoria-${++made}`;
    const usual: NewCategory = {
      slug,
      name: slug,
      parentId: null,
      position: made,
      riskClass: 'normal',
      warrantyDays: 7,
      attributes: [],
    };
    const id = await inTransaction(db, (tx) => createCategory(tx, { ...usual, ...options }));
    forgetCaches(ctx);
    return id;
  }

  /** A photo's row without a file, for listings whose pictures nobody looks at. */
  async function image(owner: Person): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into images (owner_id, key, width, height)
      values (${owner.id}, ${randomBytes(16).toString('hex')}, 1280, 960) returning id`.execute(db);
    return rows[0]!.id;
  }

  /** A draft with everything a review asks for, made through the commands. */
  async function draft(options: ListingOptions = {}): Promise<{ id: number; seller: Person }> {
    const seller = options.seller ?? (await user());
    const categoryId =
      options.categoryId ?? (shelf ??= await category({ slug: 'prateleira', name: 'Prateleira' }));
    const { id } = await inTransaction(db, (tx) => beginDraft(tx, seller, categoryId));
    await saveListing(ctx, seller, id, {
      title: options.title ?? `Anúncio de teste número ${id}`,
      description: options.description ?? 'Uma descrição comprida o bastante para passar pela revisão.',
      priceCents: options.priceCents ?? 10_000,
      plan: options.plan ?? 'prata',
      attributes: options.attributes ?? {},
      imageIds: [await image(seller)],
      ownershipDeclared: true,
      ...(options.codes
        ? { deliveryType: 'automatic' as const }
        : {
            deliveryType: 'manual' as const,
            promisedHours: options.promisedHours ?? 24,
            stock: options.stock ?? 1,
          }),
    });
    const { codes } = options;
    if (codes) await inTransaction(db, (tx) => addCodes(ctx, tx, seller, { listingId: id, codes }));
    return { id, seller };
  }

  /** A listing on sale, by way of draft, submission and approval. */
  async function publishedListing(options: ListingOptions = {}) {
    const { id, seller } = await draft(options);
    await inTransaction(db, (tx) => submitDraft(ctx, tx, seller, id));
    const staff = (reviewer ??= await user({ role: 'admin', username: 'revisora' }));
    await inTransaction(db, (tx) =>
      decide(ctx, tx, staff, { id, decision: 'approve', reasons: [], note: '' }),
    );
    const { rows } = await sql<{ slug: string; price_cents: number; version_id: number }>`
      select slug, price_cents, version_id from listings where id = ${id}`.execute(db);
    const { slug, price_cents: priceCents, version_id: versionId } = rows[0]!;
    return { id, slug, priceCents, versionId, seller };
  }

  async function moveClock(byMs: number): Promise<void> {
    await sql`select move_clock(${byMs}::bigint)`.execute(db);
  }

  /** Everything that waits gets done: due timers, notices, letters. */
  async function settle(): Promise<void> {
    await drain(ctx, allSweeps);
    const taskList = Object.fromEntries(
      (Object.keys(allJobs) as JobName[]).map((job) => [
        job,
        (payload: unknown) => allJobs[job](ctx, payload as never),
      ]),
    );
    await runOnce({ connectionString: database.appUrl, taskList, noHandleSignals: true, logger: silent });
    await drain(ctx, allSweeps);
  }

  async function close(): Promise<void> {
    await app.close();
    await db.destroy();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }

  return {
    ctx,
    app,
    database,
    user,
    setRules,
    category,
    image,
    draft,
    publishedListing,
    moveClock,
    drain: settle,
    forgetCaches: () => forgetCaches(ctx),
    request: (method: string, path: string, options?: RequestOptions) => request(app, method, path, options),
    close,
  };
}

/** One call through the front door. `path` is below /api/v1 unless it begins with `//`, which is the site's root. */
async function request(
  app: FastifyInstance,
  method: string,
  path: string,
  { token, body, key, headers = {}, cookies = {}, ip = '127.0.0.1' }: RequestOptions = {},
): Promise<Answer> {
  const isBytes = Buffer.isBuffer(body);
  const sent: Record<string, string> = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { 'idempotency-key': key === true ? randomBytes(12).toString('hex') : key }),
    ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
    // Without a token the page proves itself by its cookie, as a browser does.
    ...(!token && method !== 'GET' && (await xsrfHeaders(app))),
    ...headers,
  };
  for (const [name, value] of Object.entries(cookies))
    sent.cookie = [sent.cookie, `${name}=${value}`].filter(Boolean).join('; ');
  const answer = await app.inject({
    method: method as 'GET',
    url: path.startsWith('//') ? path.slice(1) : `/api/v1${path}`,
    headers: sent,
    remoteAddress: ip,
    ...(body !== undefined && { payload: isBytes || typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  const parsed = isJson ? JSON.parse(answer.payload) : undefined;
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.payload,
    body: parsed,
    data: parsed?.data,
  };
}

/** An answer's text without what differs in every answer: equal texts tell a stranger nothing. */
export function withoutRequestId({ text }: Answer): string {
  return text.replace(/"requestId":"[^"]+"/, '');
}

async function xsrfHeaders(app: FastifyInstance): Promise<Record<string, string>> {
  const { cookies } = await app.inject({ method: 'GET', url: '/api/v1/public/logo' });
  const value = cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value;
  return { cookie: `XSRF-TOKEN=${value}`, 'x-xsrf-token': value };
}

const silent = new Logger(() => () => undefined);

/** The app's present code, as if its step had not been used yet: a test need not wait 30 seconds for the next. */
async function freshCode(ctx: Ctx, userId: number): Promise<string> {
  const { rows } = await sql<{ sealed: Buffer; now_ms: string }>`
    update totp_secrets set last_step = 0 where user_id = ${userId}
    returning secret_sealed as sealed, extract(epoch from now()) * 1000 as now_ms`.execute(ctx.db);
  const { sealed, now_ms: nowMs } = rows[0]!;
  return totpCode(openSecret(ctx, userId, sealed), Number(nowMs));
}

/** When a person reached something: now, or never. */
const since = (reached: boolean) => (reached ? sql`market_now()` : null);

/** The bank's simulator says that keys of CPFs beginning with 0000 are somebody else's. */
function someCpf(): string {
  const cpf = generateCpf();
  return cpf.startsWith('0000') ? someCpf() : cpf;
}

let hash: Promise<string> | undefined;

/** Hashed once: a test that makes a hundred people should not wait for a hundred passwords. */
function knownHash(): Promise<string> {
  return (hash ??= hashPassword(password));
}

/** Only the owner may open the clock; the application may then move it. */
async function openClock(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('update clock set movable = true');
  await client.end();
}
