import { sql } from 'kysely';

/**
 * SQL: whether a person of `users` counts as identified for level N2: they declared who they are and, where the rules ask
 * for it, the team approved their documents (§4.14).
 * @param users the alias of the table
 */
export const isIdentified = (
  users: string,
) => sql<boolean>`(${sql.ref(`${users}.identity_verified_at`)} is not null
  and ((select document_need()) <> 'N2' or exists (select from document_checks approved
    where approved.user_id = ${sql.ref(`${users}.id`)} and approved.state = 'approved')))`;
