import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Plan } from '#domain/listings/listings.ts';
import type { Parcel } from '#domain/shipping/packages.ts';
import { createAddress } from '#server/addresses/commands.ts';
import { clearCaches } from '#server/concurrency/cache.ts';
import { createCategory } from '#server/listings/catalogue/commands.ts';
import type { NewCategory } from '#server/listings/catalogue/commands.ts';
import type { Ctx } from '#server/context.ts';
import { addCodes } from '#server/listings/codes.ts';
import { saveListing } from '#server/listings/commands.ts';
import { beginDraft } from '#server/listings/publishing/drafts.ts';
import { decideListing } from '#server/listings/review/review.ts';
import { submitDraft } from '#server/listings/publishing/submission.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { createPerson } from '#test/accounts/people.ts';
import type { Person } from '#test/accounts/people.ts';

export interface ListingOptions {
  seller?: Person;
  title?: string;
  description?: string;
  priceCents?: number;
  /** Units of a manual delivery. */
  stock?: number;
  /** Codes make the delivery automatic. */
  codes?: string[];
  /** How it is delivered, other than by hand or by codes; shipping is from `address`. */
  delivery?: 'shipping' | 'pickup';
  alsoPickup?: boolean;
  freeShipping?: boolean;
  /** What is not given is that of a book. */
  parcel?: Partial<Parcel>;
  handlingDays?: 1 | 2 | 3 | 4 | 5;
  /** IBGE's code. */
  cityId?: number;
  promisedHours?: 1 | 6 | 24 | 72;
  plan?: Plan;
  categoryId?: number;
  attributes?: Record<string, string>;
}

/** A packed book. */
const book = { weightGrams: 500, lengthCm: 24, widthCm: 17, heightCm: 4 };
const curitiba = 4106902;

/** What a seller types as an address. */
export const addressInCuritiba = {
  label: 'Loja',
  recipient: 'Marina Souza',
  phone: '41988887777',
  postalCode: '80010000',
  street: 'Rua XV de Novembro',
  number: '100',
  complement: '',
  district: 'Centro',
  city: 'Curitiba',
  state: 'PR',
} as const;

/** Puts listings on sale through the commands, in a market that may be anybody's. */
export function openListingsOnSale(ctx: Ctx) {
  const { db } = ctx;
  let made = 0;
  let reviewer: Person | undefined;
  let shelf: number | undefined;

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
    clearCaches(ctx);
    return id;
  }

  /** A photo row without a file, for tests that do not load the picture. */
  async function image(owner: Person): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into images (owner_id, key, width, height)
      values (${owner.id}, ${randomBytes(16).toString('hex')}, 1280, 960) returning id`.execute(db);
    return rows[0]!.id;
  }

  /** The seller's address for sending; a new one in Curitiba where they have none. */
  async function address(owner: Person): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      select id from addresses where user_id = ${owner.id} and default_for_sending`.execute(db);
    if (rows[0]) return rows[0].id;
    const { id } = await inTransaction(db, (tx) => createAddress(ctx, tx, owner, addressInCuritiba));
    return id;
  }

  async function deliveryOf(deliveryType: 'shipping' | 'pickup', owner: Person, options: ListingOptions) {
    const stock = options.stock ?? 1;
    if (deliveryType === 'pickup') return { deliveryType, stock, cityId: options.cityId ?? curitiba };
    const { alsoPickup = false, freeShipping = false, handlingDays = 2 } = options;
    const parcel = { ...book, ...options.parcel };
    const originAddressId = await address(owner);
    return {
      deliveryType,
      alsoPickup,
      freeShipping,
      handlingDays,
      originAddressId,
      stock,
      ...parcel,
    } as const;
  }

  /** A draft with everything a review asks for, made through the commands. */
  async function draft(options: ListingOptions = {}): Promise<{ id: number; seller: Person }> {
    const seller = options.seller ?? (await createPerson(ctx));
    const categoryId =
      options.categoryId ?? (shelf ??= await category({ slug: 'prateleira', name: 'Prateleira' }));
    const { id } = await inTransaction(db, (tx) => beginDraft(tx, seller, { categoryId }));
    await saveListing(ctx, seller, id, {
      title: options.title ?? `Anúncio de teste número ${id}`,
      description: options.description ?? 'Uma descrição comprida o bastante para passar pela revisão.',
      priceCents: options.priceCents ?? 10_000,
      plan: options.plan ?? 'prata',
      attributes: options.attributes ?? {},
      imageIds: [await image(seller)],
      ownershipDeclared: true,
      ...(options.cityId && { cityId: options.cityId }),
      ...(options.delivery
        ? await deliveryOf(options.delivery, seller, options)
        : options.codes
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
    const staff = (reviewer ??= await createPerson(ctx, { role: 'admin', username: 'revisora' }));
    await inTransaction(db, (tx) =>
      decideListing(ctx, tx, staff, { id, decision: 'approve', reasons: [], note: '' }),
    );
    const { rows } = await sql<{ slug: string; price_cents: number; version_id: number }>`
      select slug, price_cents, version_id from listings where id = ${id}`.execute(db);
    const { slug, price_cents: priceCents, version_id: versionId } = rows[0]!;
    return { id, slug, priceCents, versionId, seller };
  }

  return { category, image, address, draft, publishedListing };
}
