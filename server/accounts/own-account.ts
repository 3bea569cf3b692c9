import { sql } from 'kysely';
import type { Account, Preferences } from '#contract/accounts/account.ts';
import type { AccountState, Viewer } from '#domain/accounts/accounts.ts';
import { maskedDocument, maskedPhone } from '#domain/accounts/documents.ts';
import { fail } from '#domain/errors.ts';
import { nextLevel } from '#domain/accounts/limits.ts';
import type { TaxType } from '#domain/orders/taxes.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { allowanceOf } from './limits.ts';

interface Row {
  id: number;
  username: string;
  changeable_at: Date | null;
  image: string;
  bio: string;
  city: string;
  email: string;
  email_verified: boolean;
  has_password: boolean;
  phone: string | null;
  full_name: string | null;
  document: string | null;
  document_proven: boolean;
  tax_type: TaxType | null;
  birth_date: string | null;
  state: AccountState;
  suspended_until: Date | null;
  preferences: Partial<Preferences>;
  created_at: Date;
  change_email: string | null;
  old_confirmed: boolean;
  new_confirmed: boolean;
  change_expires_at: Date | null;
}

const defaultPreferences: Preferences = { theme: 'system', toastMs: 3_000 };

/** The account as its owner sees it, with the level and its limits. */
export async function ownAccount(ctx: Ctx, db: Queryable, viewer: Viewer): Promise<Account> {
  const { security, verification } = (await currentRules(ctx.db, db)).rules;
  const { rows } = await sql<Row>`
    select u.id, u.username::text, u.image, u.bio, u.city, u.email::text, u.phone, u.full_name, u.state,
      u.email_verified_at is not null as email_verified, u.password_hash is not null as has_password,
      coalesce(u.cpf, u.cnpj) as document,
      u.document_proven_at is not null as document_proven, u.tax_type, u.birth_date::text, u.suspended_until, u.preferences, u.created_at,
      case when u.username_changed_at + c.pause > market_now() then u.username_changed_at + c.pause end
        as changeable_at,
      e.new_email::text as change_email, e.old_confirmed_at is not null as old_confirmed,
      e.new_confirmed_at is not null as new_confirmed, e.expires_at as change_expires_at
    from users u cross join (select ${security.usernameChangeMs}::bigint * interval '1 millisecond' as pause) c
    left join email_changes e on e.user_id = u.id and e.done_at is null and e.cancelled_at is null
      and e.expires_at > market_now()
    where u.id = ${viewer.id}`.execute(db);
  const row = rows[0] ?? fail('unauthenticated');
  const { track, limits } = await allowanceOf(ctx, db, viewer.id);
  return {
    ...present(row),
    level: track.level,
    limits,
    next: nextLevel(track, verification),
  };
}

function present(row: Row): Omit<Account, 'level' | 'limits' | 'next'> {
  return {
    id: row.id,
    username: row.username,
    usernameChangeableAt: row.changeable_at?.toISOString() ?? null,
    image: row.image,
    bio: row.bio,
    city: row.city,
    email: row.email,
    emailVerified: row.email_verified,
    emailChange:
      row.change_email === null
        ? null
        : {
            email: row.change_email,
            oldConfirmed: row.old_confirmed,
            newConfirmed: row.new_confirmed,
            expiresAt: row.change_expires_at!.toISOString(),
          },
    hasPassword: row.has_password,
    phone: row.phone && maskedPhone(row.phone),
    fullName: row.full_name,
    document: row.document && maskedDocument(row.document),
    documentProven: row.document_proven,
    taxType: row.tax_type,
    birthDate: row.birth_date,
    state: row.state,
    suspendedUntil: row.suspended_until?.toISOString() ?? null,
    preferences: { ...defaultPreferences, ...row.preferences },
    createdAt: row.created_at.toISOString(),
  };
}
