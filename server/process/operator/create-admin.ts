import { sql } from 'kysely';
import * as z from 'zod/mini';
import { fault } from '#db/fault.ts';
import { register } from '#contract/accounts/accounts.ts';
import { email, newPassword } from '#contract/fields.ts';
import { fail } from '#domain/errors.ts';
import { sizeErrors } from '#domain/settings/size-errors.ts';
import type { Tx } from '#server/context.ts';
import { createAccount, refuseTakenName } from '#server/accounts/commands.ts';
import { newResetLink } from '#server/accounts/passwords/resets.ts';
import { hashPassword } from '#server/accounts/sessions/passwords.ts';
import { refuseWeakPassword } from '#server/accounts/sessions/weak-passwords.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { fieldErrors } from '#server/http/field-errors.ts';
import { endSessions } from '#server/http/session.ts';
import { currentRules } from '#server/settings/queries.ts';
import type { Command, Installation, Terminal } from './command.ts';
import { recordOperator } from './decision.ts';

/** The operator is at the machine itself. */
const ownAddress = '127.0.0.1';
const secondStep = 'Depois de entrar, ative a verificação em duas etapas em Conta, Segurança: o painel pede.';

/**
 * Makes an administrator: a new account whose password is set by a one-time link or read from the standard input, never
 * from the command line, which other users of the machine can read. An account with the same name and proven address is
 * promoted, which the dashboard allows to two administrators only.
 */
export const createAdmin: Command = {
  usage: 'create-admin EMAIL USUARIO [--password-stdin]',
  summary: 'Cria a conta de quem administra e mostra um link de uso único, ou lê a senha da entrada',
  takes: 2,
  options: { 'password-stdin': { type: 'boolean' } },
  async run(installation, { positionals, options }, terminal) {
    const person = await readPerson(installation, positionals);
    const existing = await findOwner(installation, person);
    if (existing !== null) return promote(installation, { ...existing, email: person.email }, terminal);
    await refuseTakenName(installation.db, person.username);
    const password = options['password-stdin'] ? await readPassword(terminal) : null;
    if (password !== null) await refuseWeakPassword(password, person);
    await create(installation, { ...person, password }, terminal);
  },
};

interface Person {
  email: string;
  username: string;
}

const personInput = z.strictObject({ email, username: register.body.shape.username });

/** @throws a refusal with what a registration refuses */
async function readPerson({ db }: Installation, [address, name]: readonly string[]): Promise<Person> {
  const read = z.safeParse(personInput, { email: address, username: name?.replace(/^@/, '') });
  if (!read.success) return fail('invalid_request', { errors: fieldErrors(read.error.issues) });
  const errors = sizeErrors(register.sizes ?? {}, read.data, (await currentRules(db)).rules);
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
  return read.data;
}

async function readPassword({ input }: Terminal): Promise<string> {
  let text = '';
  for await (const chunk of input) text += String(chunk);
  const read = z.safeParse(newPassword, text.replace(/\r?\n$/, ''));
  return read.success ? read.data : fail('invalid_request', { errors: fieldErrors(read.error.issues) });
}

interface Owner {
  id: number;
  username: string;
  role: string;
  hasPassword: boolean;
}

/**
 * The active account with this name and proven address.
 * @throws a fault when the address is the proven one of another name, or the account is not active
 */
async function findOwner({ db }: Installation, { email: address, username }: Person): Promise<Owner | null> {
  const { rows } = await sql<Owner & { state: string; same: boolean }>`
    select id, username::text, role, state, password_hash is not null as "hasPassword", username = ${username}::citext as same from users
    where email = ${address}::citext and email_verified_at is not null and state <> 'closed'`.execute(db);
  const owner = rows[0];
  if (!owner) return null;
  if (!owner.same)
    throw fault(
      `Este e-mail é da conta @${owner.username}. Para que ela administre: create-admin ${address} ${owner.username}`,
    );
  if (owner.state !== 'active')
    throw fault(`A conta @${owner.username} não está ativa. Reative-a no painel antes, ou use outro e-mail.`);
  return owner;
}

async function create(
  installation: Installation,
  { email: address, username, password }: Person & { password: string | null },
  { say }: Terminal,
): Promise<void> {
  const passwordHash = password === null ? null : await hashPassword(password);
  const { codes } = (await currentRules(installation.db)).rules;
  const url = await inTransaction(installation.db, async (tx) => {
    const account = { username, email: address, passwordHash, emailProven: true };
    const id = await createAccount(installation, tx, account, ownAddress);
    await makeAdmin(tx, id, 'user');
    return password === null
      ? newResetLink(installation, tx, { id, email: address }, codes.passwordResetMs)
      : null;
  });
  await say(`A conta @${username} administra a Praça.`);
  if (url !== null) await sayLink(url, codes.passwordResetMs, say);
  await say(secondStep);
}

async function sayLink(url: string, validMs: number, say: Terminal['say']): Promise<void> {
  await say(`Escolha a senha dela em até ${Math.round(validMs / 60_000)} minutos, uma vez, em:`);
  await say(url);
}

/** A repeated call gives an account without a password another link, because the first one expires. */
async function promote(
  installation: Installation,
  owner: Owner & { email: string },
  { say }: Terminal,
): Promise<void> {
  const { codes } = (await currentRules(installation.db)).rules;
  const promoted = await inTransaction(installation.db, async (tx) => {
    const { rows } = await sql<{ role: string }>`
      select role from users where id = ${owner.id} for no key update`.execute(tx);
    if (rows[0]!.role === 'admin') return false;
    await makeAdmin(tx, owner.id, rows[0]!.role);
    await endSessions(tx, owner.id);
    return true;
  });
  await say(
    promoted
      ? `A conta @${owner.username} agora administra a Praça.`
      : `A conta @${owner.username} já administra a Praça.`,
  );
  if (!owner.hasPassword) {
    const url = await inTransaction(installation.db, (tx) =>
      newResetLink(installation, tx, owner, codes.passwordResetMs),
    );
    await sayLink(url, codes.passwordResetMs, say);
  }
  if (promoted) await say(secondStep);
}

/** PostgreSQL lets only the owner of the database give a role without a proposal that another admin confirms. */
async function makeAdmin(tx: Tx, id: number, before: string): Promise<void> {
  await sql`update users set role = 'admin' where id = ${id}`.execute(tx);
  await recordOperator(tx, {
    kind: 'account.role_changed',
    subject: { kind: 'user', id },
    before: { role: before },
    after: { role: 'admin' },
    reason: 'npm run admin -- create-admin',
  });
}
