import { byUser } from './personal-table.ts';
import type { Decisions } from './personal-table.ts';

/** Sign-in methods and sessions, which a closure deletes. */
export const signInData: Decisions<
  | 'sessions'
  | 'devices'
  | 'totp_secrets'
  | 'recovery_codes'
  | 'passkeys'
  | 'one_time_secrets'
  | 'identities'
  | 'email_changes'
  | 'username_reservations'
  | 'push_tokens'
  | 'notice_preferences'
> = {
  sessions: {
    title: 'sessoes',
    mine: byUser,
    columns: {
      id: 'internal',
      user_id: 'internal',
      token_hash: 'secret',
      device_id: 'internal',
      state: 'shown',
      user_agent: 'shown',
      ip: 'shown',
      created_at: 'shown',
      last_used_at: 'shown',
      expires_at: 'shown',
      absolute_expires_at: 'shown',
      proved_at: 'shown',
      second_factor_at: 'shown',
      registered: 'internal',
    },
    onClosure: 'delete',
    because: 'contract: keeps people signed in',
  },
  push_tokens: {
    title: 'navegadores-com-avisos',
    mine: byUser,
    columns: {
      id: 'internal',
      user_id: 'internal',
      session_id: 'internal',
      provider: 'shown',
      hash: 'secret',
      created_at: 'shown',
      seen_at: 'shown',
    },
    onClosure: 'delete',
    because: 'consent: the person turned notices on in this browser',
  },
  notice_preferences: {
    title: 'preferencias-de-avisos',
    mine: byUser,
    columns: { user_id: 'internal', notice_group: 'shown', email: 'shown', push: 'shown' },
    onClosure: 'delete',
    because: 'contract: what the person wants to hear of',
  },
  devices: {
    title: 'aparelhos',
    mine: byUser,
    columns: {
      id: 'internal',
      user_id: 'internal',
      token_hash: 'secret',
      user_agent: 'shown',
      first_seen_at: 'shown',
      last_seen_at: 'shown',
      trusted_until: 'shown',
    },
    onClosure: 'delete',
    because: 'legitimate interest: tells the owner about a new device',
  },
  totp_secrets: {
    title: 'aplicativo-autenticador',
    mine: byUser,
    columns: {
      user_id: 'internal',
      secret_sealed: 'secret',
      confirmed_at: 'shown',
      last_step: 'internal',
      created_at: 'shown',
      session_id: 'internal',
    },
    onClosure: 'delete',
    because: 'contract: second factor',
  },
  recovery_codes: {
    title: 'codigos-reserva',
    mine: byUser,
    columns: { user_id: 'internal', code_hash: 'secret', used_at: 'shown' },
    onClosure: 'delete',
    because: 'contract: second factor',
  },
  passkeys: {
    title: 'chaves-de-acesso',
    mine: byUser,
    columns: {
      id: 'internal',
      user_id: 'internal',
      credential_id: 'secret',
      public_key: 'secret',
      counter: 'internal',
      transports: 'shown',
      device_type: 'shown',
      backed_up: 'shown',
      aaguid: 'internal',
      name: 'shown',
      created_at: 'shown',
      last_used_at: 'shown',
      session_id: 'internal',
    },
    onClosure: 'delete',
    because: 'contract: sign-in and second factor',
  },
  one_time_secrets: {
    title: 'codigos-e-links-enviados',
    mine: byUser,
    columns: {
      id: 'internal',
      kind: 'shown',
      user_id: 'internal',
      session_id: 'internal',
      target: 'shown',
      token_hash: 'secret',
      code_hash: 'secret',
      payload: 'secret',
      attempts: 'internal',
      expires_at: 'shown',
      used_at: 'shown',
      created_at: 'shown',
    },
    onClosure: 'delete',
    because: 'contract: proof of an address or a phone',
  },
  identities: {
    title: 'provedores-ligados',
    mine: byUser,
    columns: {
      issuer: 'shown',
      subject: 'shown',
      user_id: 'internal',
      email: 'shown',
      linked_at: 'shown',
      last_used_at: 'shown',
      session_id: 'internal',
    },
    onClosure: 'delete',
    because: 'contract: sign-in by another provider',
  },
  email_changes: {
    title: 'mudancas-de-email',
    mine: byUser,
    columns: {
      id: 'internal',
      user_id: 'internal',
      old_email: 'shown',
      new_email: 'shown',
      old_confirmed_at: 'shown',
      new_confirmed_at: 'shown',
      done_at: 'shown',
      cancelled_at: 'shown',
      expires_at: 'shown',
      created_at: 'shown',
    },
    onClosure: 'delete',
    because: 'contract: a change waits for both addresses',
  },
  username_reservations: {
    title: 'nomes-reservados',
    mine: byUser,
    columns: { username: 'shown', user_id: 'internal', until: 'shown' },
    onClosure: 'keep',
    because: 'legitimate interest: for some weeks no other person may pose as the former owner',
  },
};
