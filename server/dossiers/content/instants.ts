import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** For queries: an instant as the dossier writes it, ISO 8601 in UTC with milliseconds. */
export const iso = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.raw(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** For queries: the SHA-256 of a text in hexadecimal. */
export const sha256Of = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
