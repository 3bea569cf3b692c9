import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { createSmsSimulator } from './simulator.ts';
import type { SmsSender } from './sms-sender.ts';
import { createTwilioSender } from './twilio.ts';

interface Received {
  url: string;
  authorization: string | undefined;
  form: Record<string, string>;
}

const account = {
  accountSid: 'AC00000000000000000000000000000001',
  authToken: 'segredo',
  from: '+15005550006',
};
const received: Received[] = [];
let market: Market;
let double: Server;
let baseUrl: string;

/** Simulates Twilio's Messages resource: 201 with a sid, or 400 with a code and a message. */
beforeAll(async () => {
  market = await createMarket();
  double = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const form = Object.fromEntries(new URLSearchParams(body));
    const refused = form.To!.endsWith('0000');
    if (!refused) received.push({ url: request.url!, authorization: request.headers.authorization, form });
    response.writeHead(refused ? 400 : 201, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        refused ? { code: 21211, message: `Invalid 'To' Phone Number: ${form.To}` } : { sid: 'SM1' },
      ),
    );
  });
  await new Promise<void>((resolve) => double.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(double.address() as AddressInfo).port}`;
});
afterAll(async () => {
  double.close();
  await market.close();
});

interface Vendor {
  make: () => SmsSender;
  sent: () => Promise<{ to: string; text: string }[]>;
}

const vendors: Record<string, Vendor> = {
  simulator: {
    make: () => createSmsSimulator(market.ctx.db),
    sent: async () => {
      const { rows } = await sql<{ to: string; text: string }>`
        select phone as to, body as text from text_messages order by id`.execute(market.ctx.db);
      return rows;
    },
  },
  twilio: {
    make: () => createTwilioSender({ ...account, baseUrl }),
    sent: async () => received.map(({ form }) => ({ to: form.To!, text: form.Body! })),
  },
};

describe.each(Object.keys(vendors))('text messages by the %s', (name) => {
  const { make, sent } = vendors[name]!;

  test('arrive complete at the number they were sent to', async () => {
    const message = { to: '+5511987654321', text: 'Praça: seu código é 123456. Não passe a ninguém & ok?' };
    await make().send(message);
    expect((await sent()).at(-1)).toEqual(message);
  });

  test('that cannot be delivered throw an error without the number', async () => {
    const before = (await sent()).length;
    const error = await make()
      .send({ to: '+5511987650000', text: 'Oi' })
      .catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).not.toContain('987650000');
    expect(await sent()).toHaveLength(before);
  });
});

test('Twilio is called with the account in the URL and its token in the header', async () => {
  await createTwilioSender({ ...account, baseUrl }).send({ to: '+5511987654321', text: 'Oi' });
  const { url, authorization, form } = received.at(-1)!;
  expect(url).toBe(`/2010-04-01/Accounts/${account.accountSid}/Messages.json`);
  expect(Buffer.from(authorization!.split(' ')[1]!, 'base64').toString()).toBe(
    `${account.accountSid}:segredo`,
  );
  expect(form.From).toBe(account.from);
  await createTwilioSender({ ...account, from: 'MG01', baseUrl }).send({ to: '+5511987654321', text: 'Oi' });
  expect(received.at(-1)!.form).toMatchObject({ MessagingServiceSid: 'MG01' });
});
