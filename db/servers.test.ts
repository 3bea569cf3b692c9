import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { freePort } from '#test/process/server-process.ts';
import { connect } from './connect.ts';
import { openClient, serversFault, serversOf } from './servers.ts';

describe('a database URL', () => {
  it('names several servers as libpq reads it, each with login, name and parameters', () => {
    const servers = serversOf(
      'postgres://ana:a%2Cb@um:5432,dois:6432/praca?target_session_attrs=read-write&sslmode=verify-full',
    );
    expect([servers.urls, servers.wanted]).toEqual([
      [
        'postgres://ana:a%2Cb@um:5432/praca?sslmode=verify-full',
        'postgres://ana:a%2Cb@dois:6432/praca?sslmode=verify-full',
      ],
      'read-write',
    ]);
  });

  it('with one server is itself', () => {
    const url = 'postgres://ana@localhost/praca?host=/var/run/postgresql';
    expect(serversOf(url)).toMatchObject({ urls: [url], wanted: 'any' });
  });

  it('goes on to the next server once, however many callers leave the one before', () => {
    const servers = serversOf('postgres://a@um,dois,tres/praca');
    const first = servers.current();
    for (let callers = 0; callers < 5; callers++) servers.leave(first);
    expect(new URL(servers.current()).hostname).toBe('dois');
  });

  it.each([
    ['postgres://a@um:x,dois/praca', /nome:porta/],
    ['postgres://a@um,dois/praca?target_session_attrs=primary', /read-write/],
  ])('%s is refused in words', (url, words) => {
    expect(serversFault(url)).toMatch(words);
  });
});

describe('of several servers', () => {
  it('a pool and a session use the one that answers, whichever is named first', async () => {
    const database = await createTestDatabase();
    const dead = await freePort();
    const both = database.appUrl.replace('@127.0.0.1:', `@127.0.0.1:${dead},127.0.0.1:`);
    const url = `${both}?target_session_attrs=read-write`;
    const client = await openClient(url);
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    const db = connect(url, { max: 2, applicationName: 'test' });
    expect(await db.selectFrom('attempts').selectAll().execute()).toEqual([]);
    await db.destroy();
    await database.drop();
  });

  it('none that takes writes is an error that callers know as an absent database', async () => {
    const database = await createTestDatabase();
    const readOnly = encodeURIComponent('-c default_transaction_read_only=on');
    const url = `${database.appUrl}?target_session_attrs=read-write&options=${readOnly}`;
    await expect(openClient(url)).rejects.toMatchObject({ code: '25006' });
    const db = connect(url, { max: 2, applicationName: 'test' });
    await expect(db.selectFrom('attempts').selectAll().execute()).rejects.toMatchObject({ code: '25006' });
    await db.destroy();
    await database.drop();
  });
});
