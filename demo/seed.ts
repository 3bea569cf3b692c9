import { sql } from 'kysely';
import { answerQuestion, askQuestion } from '#contract/community/questions.ts';
import { getBalances } from '#contract/ledger/statements.ts';
import { decideWithdrawal } from '#contract/withdrawals/staff-withdrawals.ts';
import { requestWithdrawal } from '#contract/withdrawals/withdrawals.ts';
import { defaultVerificationRules } from '#domain/accounts/verification.ts';
import { categories } from './categories.ts';
import { listings as describeListings, marketSeed } from './listings.ts';
import { seedAddresses } from './market/addresses.ts';
import type { AddressBook } from './market/addresses.ts';
import { demoUsername, seedAccounts, seedConsents, seedRules } from './market/accounts.ts';
import { categoryIds, seedListing } from './market/listings.ts';
import { seedLegacyRecords } from './market/legacy.ts';
import { laterScenes } from './market/complaints.ts';
import { playOrder } from './market/orders.ts';
import type { OrderPlan } from './market/order-plan.ts';
import { levelsNeeded, planOrders } from './market/plans.ts';
import { priceOnSale } from './market/purchases.ts';
import { playScenes } from './market/scene.ts';
import type { Scene } from './market/scene.ts';
import { decisionScenes } from './market/trust/staff-decisions.ts';
import { documentScenes } from './market/trust/documents.ts';
import { guardianScenes } from './market/trust/guardians.ts';
import { favoriteScenes } from './market/favorites.ts';
import { planRating, ratingScenes } from './market/ratings.ts';
import { reportScenes } from './market/reports.ts';
import { openDemoApi } from './market/demo-api.ts';
import type { DemoApi, DemoApiInput } from './market/demo-api.ts';
import { fixedPeople, people } from './people.ts';
import { questions } from './questions.ts';
import { seedViews } from './market/views.ts';
import { ticketScenes } from './market/tickets.ts';
import type { SeedListing } from './types.ts';

const firstDay = 60;
/** No more in a day than the last level of a newcomer allows. */
const dayCents = Math.floor(defaultVerificationRules.N3.withdrawPerDayCents / 2);

/**
 * Fills a believable market, the same every time: people, categories, listings with drawn photos, questions, sales in
 * every state and withdrawals. It acts through the API, sixty days ago and onwards, so that every row is one that the
 * product itself would have written, and the books balance.
 */
export async function seedDemoMarket(
  input: DemoApiInput & { progress: (line: string) => void },
): Promise<void> {
  await seedRules(input.ctx);
  const api = await openDemoApi(input);
  await api.goTo(firstDay);
  const listings = describeListings(marketSeed);
  const plans = planOrders(listings, marketSeed, new Date());
  await seedAccounts(input.ctx, levelsNeeded(listings, plans));
  await lendSecondFactors(api);
  await seedConsents(input.ctx);
  await seedLegacyRecords(input.ctx);
  await seedCategories(api);

  const accidents = plans.flatMap(({ buyer, journey }) =>
    journey?.ending ? [[buyer, journey.ending] as const] : [],
  );
  const addresses = await seedAddresses(api, accidents);
  const market: Market = { listings, plans, addresses, ids: new Map() };
  const scenes = [
    ...listingScenes(api, market),
    ...questionScenes(api, market),
    ...favoriteScenes(api, listings, market.ids),
    ...orderScenes(api, market),
    ...withdrawalScenes(api),
    ...ticketScenes(api),
    ...reportScenes(api),
    ...documentScenes(api),
    ...decisionScenes(api),
    ...guardianScenes(api),
  ];
  await playScenes(scenes, {
    goTo: (daysAgo) => api.goTo(daysAgo),
    progress: (percent) => input.progress(`${percent}%`),
  });
  await api.goTo(0);
  await sql`delete from sessions where user_agent = 'demo'`.execute(input.ctx.db);
  await sql`delete from totp_secrets`.execute(input.ctx.db);
  // People have read what is older than a day; the rest waits for the visitor who signs in as one of them.
  await sql`update notifications set read = true where created_at < now() - interval '1 day'`.execute(
    input.ctx.db,
  );
}

/** The past's withdrawals were asked for with one; the accounts of the present have none (docs/operations.md). */
async function lendSecondFactors({ ctx }: DemoApi): Promise<void> {
  await sql`insert into totp_secrets (user_id, secret_sealed, confirmed_at)
    select id, ''::bytea, market_now() from users`.execute(ctx.db);
}

/** What is sold, who buys it, and the ids of what is on sale so far. */
interface Market {
  listings: readonly SeedListing[];
  plans: readonly OrderPlan[];
  addresses: AddressBook;
  ids: Map<string, number>;
}

async function seedCategories({ ctx }: DemoApi): Promise<void> {
  for (const {
    slug,
    name,
    parentSlug,
    position,
    riskClass,
    warrantyDays,
    holdDays,
    deliveryProof,
    deliveryHint,
    kind,
    icon,
    attributes,
  } of categories) {
    await sql`insert into categories (parent_id, slug, name, position, risk_class, warranty_days, hold_days,
        delivery_proof, delivery_data, delivery_data_hint, kind, icon, attributes)
      values ((select id from categories where slug = ${parentSlug}), ${slug}, ${name}, ${position}, ${riskClass},
        ${warrantyDays}, ${holdDays}, ${deliveryProof}, ${deliveryHint && 'optional'}, ${deliveryHint ?? ''}, ${kind},
        ${icon}, ${JSON.stringify(attributes)}::jsonb)`.execute(ctx.db);
  }
}

const shownOnce: readonly SeedListing['status'][] = ['published', 'paused', 'sold_out'];

function listingScenes(api: DemoApi, { listings, plans, addresses, ids }: Market): Scene[] {
  const ordered = listings.toSorted((a, b) => b.createdDaysAgo - a.createdDaysAgo);
  let known: Promise<Map<string, number>> | undefined;
  const orders = Map.groupBy(plans, ({ listingKey }) => listingKey);
  return ordered.map((listing) => ({
    daysAgo: Math.min(firstDay - 0.01, listing.createdDaysAgo),
    play: async () => {
      known ??= categoryIds(api.ctx);
      const id = await seedListing(api, listing, { categories: await known, addresses });
      ids.set(listing.key, id);
      const sales = orders.get(listing.key)?.map(({ daysAgo }) => daysAgo) ?? [];
      if (shownOnce.includes(listing.status)) await seedViews(api, listing, id, sales);
    },
  }));
}

function questionScenes(api: DemoApi, { listings, ids }: Market): Scene[] {
  const asked = questions(marketSeed, listings);
  return asked.map(({ listingKey, askerUsername, text, answer, daysAgo }) => ({
    daysAgo,
    play: async () => {
      const listing = listings.find((each) => each.key === listingKey)!;
      if (!(await priceOnSale(api, ids.get(listingKey)!))) return;
      const question = await api.call(askerUsername, askQuestion, {
        params: { id: ids.get(listingKey)! },
        body: { text },
      });
      if (answer)
        await api.call(listing.sellerUsername, answerQuestion, {
          params: { id: question.id },
          body: { answer },
        });
    },
  }));
}

function orderScenes(api: DemoApi, { plans, addresses, ids }: Market): Scene[] {
  return plans.flatMap((plan) => {
    let hash: string | null = null;
    const order = {
      daysAgo: plan.daysAgo,
      play: async () => {
        const played = await playOrder(api, plan, { listingId: ids.get(plan.listingKey)!, addresses });
        hash = played?.hash ?? null;
        return played?.later ?? [];
      },
    };
    if (plan.story !== 'confirmed') {
      const daysAgo = plan.complaintDaysAgo ?? plan.daysAgo;
      return [order, ...laterScenes(api, { ...plan, daysAgo }, () => hash)];
    }
    // What travels is rated after it was confirmed.
    if (plan.delivery === 'shipping' || plan.delivery === 'pickup') return [order];
    const place = plan.ratingPlace ?? Infinity;
    return [order, ...ratingScenes(api, plan, planRating(plan, place), () => hash)];
  });
}

const decided = 6;
const waitingForDecision = 3;
/** Who took out only a half, and was paid. */
const habitual = 1;

/**
 * Sellers take out what was released: some requests were decided long ago; three first ones wait, two
 * of them from a new browser, and one of a seller who was paid before, so that every risk occurs.
 */
function withdrawalScenes(api: DemoApi): Scene[] {
  const sellers = [...fixedPeople, ...people].filter((person) => person.sells.length > 0);
  let waiting = 0;
  const scenes = sellers.map((person, position) => ({
    daysAgo: position < decided ? 6 - position * 0.7 : 0.2 - position * 0.001,
    play: async () => {
      if (waiting === waitingForDecision) return;
      const { availableCents: free, withdrawal } = await api.call(person.username, getBalances);
      const availableCents = Math.min(free, dayCents);
      if (availableCents < withdrawal.minCents) return;
      if (position >= decided && waiting < 2) await unsettle(api, person.username, waiting === 0);
      const body = {
        amountCents:
          position % 2 === 0 ? availableCents : Math.max(withdrawal.minCents, Math.floor(availableCents / 2)),
      };
      const { id } = await api.call(person.username, requestWithdrawal, { body });
      if (position >= decided) {
        waiting += 1;
        return;
      }
      const decision = position === 3 ? ('reject' as const) : ('approve' as const);
      await api.call(demoUsername('admin'), decideWithdrawal, {
        params: { id },
        body: {
          decision,
          note:
            decision === 'reject'
              ? 'O nome do titular não confere com o cadastro. Corrija e peça de novo.'
              : '',
        },
      });
    },
  }));
  return [...scenes, { daysAgo: 0.1, play: () => askAgain(api, sellers[habitual]!.username) }];
}

/** Records a sign-in from a new browser, and perhaps a change of password there. */
async function unsettle({ ctx }: DemoApi, username: string, passwordToo: boolean): Promise<void> {
  await sql`insert into devices (user_id, token_hash, first_seen_at)
    select u.id, sha256((u.id || d.at::text)::bytea), d.at
    from users u, unnest(array[market_now() - interval '50 days', market_now() - interval '30 hours']) d (at)
    where u.username = ${username}`.execute(ctx.db);
  if (passwordToo)
    await sql`update users set security_changed_at = market_now() - interval '30 hours'
      where username = ${username}`.execute(ctx.db);
}

async function askAgain(api: DemoApi, username: string): Promise<void> {
  const { availableCents, withdrawal } = await api.call(username, getBalances);
  const amountCents = Math.floor(Math.min(availableCents, dayCents) / 3);
  if (amountCents < withdrawal.minCents) return;
  await api.call(username, requestWithdrawal, { body: { amountCents } });
}
