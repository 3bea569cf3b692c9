import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;
beforeEach(async () => {
  market = await createMarket();
});
afterEach(() => market.close());

async function asOwner(statement: string): Promise<void> {
  const owner = new Client({ connectionString: market.database.ownerUrl });
  await owner.connect();
  await owner.query(statement).finally(() => owner.end());
}

/** What a probe sees; it asks again only after a second, because an answer is shared for as long. */
async function ready(): Promise<number> {
  market.forgetCaches();
  return (await market.app.inject({ url: '/readyz' })).statusCode;
}

test('a process is ready while its database takes writes, and not while it is read-only', async () => {
  expect(await ready()).toBe(200);
  const { pathname } = new URL(market.database.ownerUrl);
  await asOwner(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`);
  // Sessions that are open keep their setting, like those of a primary that became a standby are cut.
  await market.ctx.db.destroy();
  market.ctx.db = connect(market.database.appUrl, { max: 2, applicationName: 'test' });
  expect(await ready()).toBe(503);
  const { json } = await market.app.inject({ url: '/readyz' });
  expect(json()).toMatchObject({ code: 'unavailable' });
});

test('a full disk is answered with 503, and makes the process unready for half a minute', async () => {
  expect(await ready()).toBe(200);
  await asOwner(`create function no_space() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger full_disk before insert or update on processes for each row execute function no_space()`);
  expect(await ready()).toBe(503);
  await asOwner('drop trigger full_disk on processes');
  expect(await ready()).toBe(503);
});

test('many probes at once write one sign of life', async () => {
  const probes = await Promise.all(Array.from({ length: 20 }, () => market.app.inject({ url: '/readyz' })));
  expect(probes.map(({ statusCode }) => statusCode)).toEqual(probes.map(() => 200));
  await sleep(10);
  const { count } = await market.ctx.db
    .selectFrom('processes')
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});
