import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { Ctx } from '#server/context.ts';
import type { EarnedLevel, SellerLevelRules } from '#domain/accounts/seller-levels/rules.ts';
import { defaultRules } from '#domain/settings/rules.ts';
import { verificationLevels } from '#domain/accounts/verification.ts';
import type { VerificationLevel } from '#domain/accounts/verification.ts';
import { fixedPeople, people } from '#demo/people.ts';
import { demoAccount, demoCompany } from './receiving-account.ts';

/** The password of every demo account (docs/operations.md). */
export const demoPassword = 'praca-demo-2026';

const roles: Record<string, 'admin' | 'support'> = {
  'admin@demo.praca': 'admin',
  'admin2@demo.praca': 'admin',
  'suporte@demo.praca': 'support',
};

/** Staff may sign in without a second factor here: the demo's accounts are everybody's, and no address is public. */
export async function seedRules(ctx: Ctx): Promise<void> {
  const rules = {
    ...defaultRules,
    security: { ...defaultRules.security, staffNeedsSecondFactor: false },
    // No birth is proven here (F58).
    ages: { ...defaultRules.ages, enforced: false },
    // All visitors of a demonstration share its accounts, devices and network.
    risk: { ...defaultRules.risk, active: false },
    // Few made complaints must not stop a seller of the demonstration.
    sellerLevels: { ...levelsOfTheDemo(), fewestIncidents: 100 },
    company: demoCompany,
    receipts: { ...defaultRules.receipts, account: demoAccount },
  };
  await sql`insert into rule_versions (rules, starts_at) values (${JSON.stringify(rules)}::jsonb, '2020-01-02')`.execute(
    ctx.db,
  );
}

/** Completed sales that each level needs in the demo, whose sales are of two months only. Other conditions are as by default. */
export const demoLevelSales = { bronze: 5, silver: 10, gold: 15, diamond: 22 } as const;

function levelsOfTheDemo(): SellerLevelRules {
  const levels = { ...defaultRules.sellerLevels };
  for (const [level, sales] of Object.entries(demoLevelSales) as [EarnedLevel, number][])
    levels[level] = { ...levels[level], sales };
  return levels;
}

/**
 * Everybody at once. One hash serves all, since they share the password; a demo never runs on a public address.
 * @param levels what people need for the past that is about to be played; no person gets less than their own row says
 */
export async function seedAccounts(ctx: Ctx, levels: ReadonlyMap<string, VerificationLevel>): Promise<void> {
  const passwordHash = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  for (const person of [...fixedPeople, ...people]) {
    const own = verificationLevels[person.verificationLevel] ?? 'N1';
    const needed = levels.get(person.username) ?? 'N1';
    const level = needed > own ? needed : own;
    const named = level >= 'N2';
    await sql`
      insert into users (username, email, password_hash, role, bio, city, email_verified_at, phone,
        phone_verified_at, full_name, cpf, birth_date, identity_verified_at,
        proven_document, document_proven_at, document_proven_by, level_granted_at, terms_accepted_at,
        created_at, last_seen_at)
      select ${person.username}, ${person.email}, ${passwordHash}, ${roles[person.email] ?? 'user'}, ${person.bio},
        ${`${person.city}, ${person.state}`}, joined, ${person.phone}, joined, ${named ? person.name : null},
        ${named ? person.cpf : null}, ${named ? person.birthDate : null}, ${named ? sql`joined` : null},
        ${named ? person.cpf : null}, ${named ? sql`joined` : null}, ${named ? 'pix' : null},
        ${level === 'N3' ? sql`joined` : null}, joined, joined, now()
      from (select now() - ${person.joinedDaysAgo} * interval '1 day' as joined) as joining`.execute(ctx.db);
  }
}

/** Everybody agreed to the texts in force when they came. */
export async function seedConsents(ctx: Ctx): Promise<void> {
  await sql`insert into consents (user_id, kind, version, page_version, given, at, ip)
    select u.id, k.kind, k.version, 1, true, u.created_at, '127.0.0.1' from users u
      cross join (values ('terms', '2026-01-01'), ('privacy', '2026-01-01')) as k (kind, version)
    order by u.id`.execute(ctx.db);
}

/** The username behind one of the addresses that anyone may sign in with: `admin` is `admin@demo.praca`. */
export function demoUsername(
  name: 'admin' | 'admin2' | 'suporte' | 'vendedora' | 'vendedor' | 'compradora',
): string {
  return fixedPeople.find((person) => person.email === `${name}@demo.praca`)!.username;
}
