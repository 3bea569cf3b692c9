import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { createMailSimulator } from '#server/adapters/mail/simulator.ts';
import type { Mail } from '#server/adapters/mail/mail-sender.ts';
import { mailNotices } from './letters.ts';

let market: Market;
const sent: Mail[] = [];
let refused: string | undefined;

beforeAll(async () => {
  market = await createMarket();
  market.ctx.mail = {
    name: 'double',
    async send(mail) {
      if (mail.to === refused) throw new Error('mailbox full');
      sent.push(mail);
    },
    async check() {},
  };
});
afterAll(() => market.close());
beforeEach(() => {
  sent.length = 0;
  refused = undefined;
});

async function addNotice(userId: number, title: string): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into notifications (user_id, title, description, icon, url)
    values (${userId}, ${title}, 'Veja.', 'bell', '/conta') returning id`.execute(market.ctx.db);
  return rows[0]!.id;
}

const queuedJobs = async () =>
  (
    await sql<{ ids: number[] }>`select j.payload -> 'notificationIds' as ids
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'notifications.mail' order by j.id`.execute(market.ctx.db)
  ).rows.map(({ ids }) => ids);

test('letters of one job carry the address and the texts of the moment in which they leave', async () => {
  const [ana, bruno] = [await market.user(), await market.user()];
  const ids = [
    await addNotice(ana.id, 'Um'),
    await addNotice(bruno.id, 'Dois'),
    await addNotice(ana.id, 'Três'),
  ];
  const newAddress = `ana.nova.${ana.id}@exemplo.com.br`;
  await sql`update users set email = ${newAddress} where id = ${ana.id}`.execute(market.ctx.db);
  await mailNotices(market.ctx, { notificationIds: ids });
  expect(
    sent
      .toSorted((a, b) => a.notificationId! - b.notificationId!)
      .map(({ to, subject, notificationId }) => [to, subject, notificationId]),
  ).toEqual([
    [newAddress, 'Um', ids[0]],
    [bruno.email, 'Dois', ids[1]],
    [newAddress, 'Três', ids[2]],
  ]);
});

test('a letter that fails is tried again alone, and no other letter is repeated', async () => {
  const [ana, bruno] = [await market.user(), await market.user()];
  const ids = [await addNotice(ana.id, 'Um'), await addNotice(bruno.id, 'Dois')];
  refused = bruno.email;
  await mailNotices(market.ctx, { notificationIds: ids });
  expect(sent.map(({ to }) => to)).toEqual([ana.email]);
  expect(await queuedJobs()).toEqual([[ids[1]]]);
  await expect(mailNotices(market.ctx, { notificationIds: [ids[1]!] })).rejects.toThrow('mailbox full');
  expect(await queuedJobs()).toEqual([[ids[1]]]);
  refused = undefined;
  await market.drain();
  expect(sent.filter(({ subject }) => ['Um', 'Dois'].includes(subject)).map(({ to }) => to)).toEqual([
    ana.email,
    bruno.email,
  ]);
});

test('a job that is repeated after a crash adds no second letter to the simulated mailbox', async () => {
  const ana = await market.user();
  const id = await addNotice(ana.id, 'Uma vez');
  const double = market.ctx.mail;
  market.ctx.mail = createMailSimulator(market.ctx.db);
  for (let attempt = 0; attempt < 2; attempt++) await mailNotices(market.ctx, { notificationIds: [id] });
  market.ctx.mail = double;
  const { rows } = await sql`select subject from mails where recipient = ${ana.email}`.execute(market.ctx.db);
  expect(rows).toEqual([{ subject: 'Uma vez' }]);
});

test('a person without a proven address, or whose notice is gone, gets no letter', async () => {
  const ana = await market.user();
  const id = await addNotice(ana.id, 'Um');
  await sql`update users set email_verified_at = null where id = ${ana.id}`.execute(market.ctx.db);
  await mailNotices(market.ctx, { notificationIds: [id, 987_654] });
  expect(sent).toEqual([]);
});
