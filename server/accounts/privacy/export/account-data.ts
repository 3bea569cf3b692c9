import { sql } from 'kysely';
import { byUser } from './personal-table.ts';
import type { Decisions } from './personal-table.ts';

/** Mails to the person's proven addresses; an unproven address may belong to another person. */
const toOwnAddress = (userId: number) => sql`t.recipient in (
  select u.email from users u where u.id = ${userId} and (u.email_verified_at is not null
    or not exists (select from users other where other.email = u.email and other.id <> u.id))
  union all select c.old_email from email_changes c where c.user_id = ${userId} and c.done_at is not null
    and not exists (select from users other where other.email = c.old_email))`;

/** The account, its consents, notices and activity. */
export const accountData: Decisions<
  | 'users'
  | 'consents'
  | 'data_exports'
  | 'account_closures'
  | 'retained_identities'
  | 'access_records'
  | 'legacy_records'
  | 'notifications'
  | 'events'
  | 'idempotency_keys'
  | 'mails'
  | 'text_messages'
> = {
  users: {
    title: 'conta',
    mine: (userId) => sql`t.id = ${userId}`,
    columns: {
      id: 'shown',
      username: 'shown',
      email: 'shown',
      role: 'shown',
      admin_since: 'internal',
      admin_out_at: 'internal',
      image: 'shown',
      full_name: 'shown',
      cpf: 'shown',
      cnpj: 'shown',
      birth_date: 'shown',
      bio: 'shown',
      city: 'shown',
      mei: 'internal',
      tax_type: 'shown',
      phone: 'shown',
      phone_verified_at: 'shown',
      identity_verified_at: 'shown',
      proven_document: 'shown',
      document_proven_at: 'shown',
      document_proven_by: 'shown',
      level_granted_at: 'shown',
      trusted_at: 'shown',
      email_verified_at: 'shown',
      terms_accepted_at: 'shown',
      terms_version: 'shown',
      last_seen_at: 'shown',
      created_at: 'shown',
      seller_score: 'shown',
      seller_ratings: 'shown',
      state: 'shown',
      suspended_until: 'shown',
      state_reason: 'shown',
      username_changed_at: 'shown',
      password_changed_at: 'shown',
      security_changed_at: 'shown',
      preferences: 'shown',
      phone_session_id: 'internal',
      email_proof_session_id: 'internal',
      password_hash: 'secret',
      webauthn_id: 'secret',
    },
    onClosure: 'clear',
    because: 'the account itself; orders and the ledger point at its row',
  },
  consents: {
    title: 'consentimentos',
    mine: byUser,
    columns: {
      id: 'internal',
      user_id: 'internal',
      kind: 'shown',
      version: 'shown',
      page_slug: 'internal',
      page_version: 'shown',
      given: 'shown',
      at: 'shown',
      ip: 'shown',
    },
    onClosure: 'keep',
    because: 'we must be able to prove consent (LGPD art. 8 § 2)',
  },
  data_exports: {
    title: 'exportacoes',
    mine: byUser,
    columns: {
      id: 'internal',
      user_id: 'internal',
      state: 'shown',
      file_key: 'secret',
      bytes: 'shown',
      created_at: 'shown',
      ready_at: 'shown',
      expires_at: 'shown',
    },
    onClosure: 'keep',
    because: 'shows that the right was answered in time (LGPD art. 19); the file itself goes',
  },
  account_closures: {
    title: 'exclusoes-pedidas',
    mine: byUser,
    columns: {
      id: 'internal',
      user_id: 'internal',
      requested_at: 'shown',
      due_at: 'shown',
      reminded_at: 'shown',
      postponed_at: 'shown',
      cancelled_at: 'shown',
      done_at: 'shown',
    },
    onClosure: 'keep',
    because: 'shows that the right was answered (LGPD art. 18)',
  },
  retained_identities: {
    title: 'identidade-guardada-por-lei',
    mine: byUser,
    columns: {
      user_id: 'internal',
      full_name: 'shown',
      cpf: 'shown',
      cnpj: 'shown',
      closed_at: 'shown',
      keep_until: 'shown',
    },
    onClosure: 'keep',
    because: 'tax and consumer law: who stood behind orders and withdrawals (CTN art. 173, CDC art. 27)',
  },
  access_records: {
    title: 'registros-de-acesso',
    mine: byUser,
    columns: { user_id: 'internal', at: 'shown', ip: 'shown', port: 'shown', action: 'shown' },
    onClosure: 'keep',
    because: 'Marco Civil art. 15: six months',
  },
  legacy_records: {
    title: 'historico-antigo',
    mine: byUser,
    columns: {
      id: 'internal',
      user_id: 'internal',
      kind: 'shown',
      title: 'shown',
      amount_cents: 'shown',
      state: 'shown',
      at: 'shown',
      order_hash: 'shown',
    },
    onClosure: 'delete',
    because: 'contract: the old account screen, read-only',
  },
  notifications: {
    title: 'notificacoes',
    mine: byUser,
    columns: {
      id: 'internal',
      user_id: 'internal',
      event_id: 'internal',
      title: 'shown',
      description: 'shown',
      icon: 'internal',
      url: 'internal',
      read: 'shown',
      created_at: 'shown',
    },
    onClosure: 'delete',
    because: 'contract: tells people what happened',
  },
  events: {
    title: 'acontecimentos',
    // What staff do at work is about other people and stays out of their own file.
    mine: (userId) => sql`((t.subject_kind = 'user' and t.subject_id = ${userId})
      or (t.actor_id = ${userId} and t.actor_role = 'user'))`,
    columns: {
      id: 'internal',
      at: 'shown',
      kind: 'shown',
      actor_id: 'others',
      actor_role: 'shown',
      subject_kind: 'shown',
      subject_id: 'internal',
      data: 'own',
      ip: 'own',
    },
    onClosure: 'keep',
    because: 'legal duty and defence of rights: the audit trail, which names people by number only',
  },
  idempotency_keys: {
    title: 'envios-repetiveis',
    mine: byUser,
    columns: {
      user_id: 'internal',
      route: 'shown',
      key: 'internal',
      fingerprint: 'secret',
      status: 'internal',
      // The tables that these replies come from are exported themselves.
      body: 'internal',
      created_at: 'shown',
    },
    onClosure: 'delete',
    because: 'contract: a repeated call gets the same answer',
  },
  mails: {
    title: 'cartas',
    mine: toOwnAddress,
    columns: {
      id: 'internal',
      notification_id: 'internal',
      recipient: 'shown',
      subject: 'shown',
      // Mails contain links and codes that may still be valid.
      text_body: 'secret',
      html_body: 'secret',
      url: 'secret',
      created_at: 'shown',
    },
    onClosure: 'delete',
    because: 'the simulated mailbox; a real mail provider stands in its place',
  },
  text_messages: {
    title: 'mensagens-de-texto',
    mine: (userId) => sql`t.phone = (select phone from users where id = ${userId})`,
    columns: { id: 'internal', phone: 'shown', body: 'secret', created_at: 'shown' },
    onClosure: 'delete',
    because: 'the simulated phone; a real provider stands in its place',
  },
};
