import type { Client } from 'pg';
import type { ClusterLocation } from './location.ts';
import { readPasswords } from './initialise.ts';

/** How to reach the database. */
export type Endpoints = {
  /** Owns the database and its schemas: for migrations only. Not a superuser. */
  ownerUrl: string;
  /** What the application connects with: owns nothing, may create nothing. */
  appUrl: string;
};

const setupLock = 7_214_002;

/**
 * The two roles and the database, made when absent; safe to repeat and to run in two processes at once.
 * Throw-away clusters let the owner create databases, for the tests.
 */
export async function ensureDatabase(
  location: ClusterLocation,
  superuser: Client,
  port: number,
): Promise<Endpoints> {
  const passwords = await readPasswords(location);
  await superuser.query('select pg_advisory_lock($1)', [setupLock]);
  try {
    await ensureRole(superuser, 'praca_owner', passwords.owner, location.volatile ? 'createdb' : '');
    await ensureRole(superuser, 'praca_app', passwords.app, '');
    await superuser.query('grant praca_app to praca_owner');
    const { rowCount } = await superuser.query(`select from pg_database where datname = 'praca'`);
    if (!rowCount) await superuser.query('create database praca owner praca_owner template template0');
    await superuser.query('revoke all on database praca from public');
    await superuser.query('grant connect on database praca to praca_app');
  } finally {
    await superuser.query('select pg_advisory_unlock($1)', [setupLock]);
  }
  const url = (role: string, password: string) => `postgres://${role}:${password}@127.0.0.1:${port}/praca`;
  return { ownerUrl: url('praca_owner', passwords.owner), appUrl: url('praca_app', passwords.app) };
}

async function ensureRole(superuser: Client, name: string, password: string, rights: string): Promise<void> {
  const { rowCount } = await superuser.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount) return;
  await superuser.query(`create role ${name} login ${rights} password ${superuser.escapeLiteral(password)}`);
}
