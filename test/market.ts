import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { Client } from 'pg';
import pino from 'pino';
import { connect } from '#db/connect.ts';
import type { Plan } from '#domain/listings.ts';
import { defaultRules } from '#domain/rules.ts';
import type { Rules } from '#domain/rules.ts';
import { createApp } from '#server/app.ts';
import { buildContext } from '#server/build-context.ts';
import { forgetCaches } from '#server/cache.ts';
import { createCategory } from '#server/catalogue/commands.ts';
import type { NewCategory } from '#server/catalogue/commands.ts';
import { readConfig } from '#server/config.ts';
import type { Ctx } from '#server/context.ts';
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
import { request } from './front-door.ts';
import type { RequestOptions } from './front-door.ts';
import { createPerson } from './people.ts';
import type { Person, PersonOptions } from './people.ts';

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
  let reviewer: Person | undefined;
  let shelf: number | undefined;

  /** Rules of this market from now on; a version of its own. The process may know the older one for a second. */
  async function setRules(changes: Partial<Rules>): Promise<void> {
    await sql`insert into rule_versions (rules, starts_at)
      select rules || ${JSON.stringify(changes)}::jsonb, starts_at + interval '1 second' from rule_versions
      order by id desc limit 1`.execute(db);
    forgetRules(db);
  }

  const user = (options?: PersonOptions) => createPerson(ctx, options);

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

const silent = new Logger(() => () => undefined);

/** Only the owner may open the clock; the application may then move it. */
async function openClock(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('update clock set movable = true');
  await client.end();
}
