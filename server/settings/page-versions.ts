import { sql } from 'kysely';
import type { Body, Params, Reply } from '#contract/endpoint.ts';
import type {
  listPageVersions,
  previewPage,
  publishPage as publishEndpoint,
} from '#contract/settings/settings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import {
  fillPlaceholders,
  isAnnounced,
  placeholders,
  unknownPlaceholders,
} from '#domain/settings/page-texts.ts';
import type { PageSlug } from '#domain/settings/page-texts.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Db, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { partsOf } from './page-text-parts.ts';
import { engineValues } from './page-texts.ts';
import { currentRules } from './queries.ts';

const shownVersions = 20;

/** A page's texts for its editor. */
export async function pageVersions(db: Db, slug: PageSlug): Promise<Reply<typeof listPageVersions>> {
  const { rows } = await sql<{
    version: number;
    starts_at: Date;
    username: string | null;
    reason: string;
    markdown: string;
  }>`
    select p.version, p.starts_at, u.username::text, p.reason, p.markdown
    from page_texts p left join users u on u.id = p.author_id
    where p.slug = ${slug} order by p.version desc limit ${shownVersions}`.execute(db);
  return {
    items: rows.map(({ starts_at, username, ...row }) => ({
      ...row,
      startsAt: starts_at.toISOString(),
      author: username === null ? null : { username },
    })),
    placeholders: [...placeholders],
  };
}

/** A draft as readers would see it. */
export async function previewText(
  ctx: Ctx,
  { markdown }: Body<typeof previewPage>,
): Promise<Reply<typeof previewPage>> {
  checkText(markdown);
  const { rules } = await currentRules(ctx.db);
  const parts = partsOf(fillPlaceholders(markdown, engineValues(rules)));
  return { ...parts, sections: parts.sections.map((section) => ({ ...section, changedAt: null })) };
}

/**
 * Publishes a text. Earlier versions, to which people agreed, stay readable; new versions of terms and policies are
 * announced to everyone.
 * @throws `settings_changed` when another version was published meanwhile
 */
export async function publishPage(
  tx: Tx,
  viewer: Viewer,
  input: Params<typeof publishEndpoint> & Body<typeof publishEndpoint>,
): Promise<Reply<typeof publishEndpoint>> {
  const answer = can(viewer, 'change_settings', undefined);
  if (!answer.ok) fail(answer.reason);
  checkText(input.markdown);
  const version = input.basedOn + 1;
  const { rows } = await sql<{ starts_at: Date }>`
    insert into page_texts (slug, version, markdown, author_id, reason, starts_at)
    select ${input.slug}, ${version}, ${input.markdown}, ${viewer.id}, ${input.reason},
      greatest(market_now(), ${input.startsAt ?? null}::timestamptz, p.starts_at)
    from page_texts p where p.slug = ${input.slug} and p.version = ${input.basedOn}
    on conflict do nothing returning starts_at`.execute(tx);
  if (!rows[0])
    fail('settings_changed', { detail: 'Este texto mudou enquanto você editava. Abra a versão nova.' });
  if (isAnnounced(input.slug)) await announce(tx, input.slug, version);
  await record(tx, {
    kind: 'settings.page_published',
    actor: viewer,
    subject: { kind: 'installation', id: 1 },
    data: { slug: input.slug, version, reason: input.reason },
  });
  return { version, startsAt: rows[0].starts_at.toISOString() };
}

/** Starts the announcement of this version, which replaces that of an earlier one. */
async function announce(tx: Tx, slug: PageSlug, version: number): Promise<void> {
  await sql`update page_announcements set done_at = market_now() where slug = ${slug} and done_at is null`.execute(
    tx,
  );
  await sql`insert into page_announcements (slug, version) values (${slug}, ${version})`.execute(tx);
}

function checkText(markdown: string): void {
  const unknown = unknownPlaceholders(markdown);
  if (unknown.length > 0)
    fail('invalid_request', {
      errors: { markdown: `Estes nomes não existem: ${unknown.map((name) => `{{${name}}}`).join(', ')}.` },
    });
  if (!/^# \S/m.test(markdown))
    fail('invalid_request', { errors: { markdown: 'Comece com um título: «# Termos de uso».' } });
}
