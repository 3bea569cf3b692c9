import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Library from 'pusher';
import Client from 'pusher-js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { isEmbedded } from '#server/adapters/realtime/embedded.ts';
import { messageChannel, messageEvent } from '#domain/notifications/channels.ts';
import { hmac, restFault, signChannel } from '#server/adapters/realtime/signatures.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { createMarket } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { clientOptions, nextEvent, subscribeTo, signedIn } from '#test/notifications/realtime.ts';

/** Tests the unmodified `pusher-js` and `pusher` against the embedded server. */
let market: Market;
let port: number;
let library: Library;
let ana: Person;
let rui: Person;
let staff: Person;
const open: Client[] = [];

beforeAll(async () => {
  market = await createMarket();
  await market.app.listen({ host: '127.0.0.1', port: 0 });
  port = (market.app.server.address() as AddressInfo).port;
  await market.ctx.realtime.start(market.app.server, market.database.appUrl);
  const hex = market.ctx.keys.realtime.toString('hex');
  library = new Library({
    appId: 'praca',
    key: hex.slice(0, 20),
    secret: hex.slice(20),
    host: '127.0.0.1',
    port: String(port),
    useTLS: false,
  });
  [ana, rui, staff] = [await market.user(), await market.user(), await market.user({ role: 'support' })];
});
afterEach(() => {
  for (const client of open.splice(0)) client.disconnect();
});
afterAll(async () => {
  await market.ctx.realtime.stop();
  await market.close();
});

function connect(person?: Person): Client {
  const headers = { Authorization: `Bearer ${person?.token ?? 'x'.repeat(43)}` };
  const client = new Client(market.ctx.realtime.client.key, {
    ...clientOptions(port),
    channelAuthorization: { endpoint: `http://127.0.0.1:${port}/realtime/auth`, transport: 'ajax', headers },
    userAuthentication: {
      endpoint: `http://127.0.0.1:${port}/realtime/user-auth`,
      transport: 'ajax',
      headers,
    },
  });
  open.push(client);
  return client;
}

test('a client connects and is given a socket id', async () => {
  const client = connect();
  await nextEvent(client.connection, 'connected');
  expect(client.connection.socket_id).toMatch(/^\d+\.\d+$/);
});

test('an event that the library triggers on a public channel arrives with unchanged data', async () => {
  const channel = await subscribeTo(connect(), 'novidades');
  const arrival = nextEvent(channel, 'aviso');
  await library.trigger('novidades', 'aviso', { text: 'ação «ok» 🎉', list: [1, 2] });
  expect(await arrival).toEqual({ text: 'ação «ok» 🎉', list: [1, 2] });
});

test('a private channel is only for those who may join it', async () => {
  const channel = await subscribeTo(connect(ana), `private-user-${ana.id}`);
  const arrival = nextEvent(channel, 'x');
  await library.trigger(`private-user-${ana.id}`, 'x', {});
  await arrival;
  for (const client of [connect(rui), connect()]) {
    const refused = nextEvent(client.subscribe(`private-user-${ana.id}`), 'pusher:subscription_error');
    expect(await refused).toMatchObject({ type: 'AuthError', status: 403 });
  }
});

test('an unmodified client that only subscribes gets message-event, without content, from any publisher (specification §4)', async () => {
  const name = messageChannel(ana.id);
  const client = new Client(market.ctx.realtime.client.key, clientOptions(port));
  open.push(client);
  const channel = await subscribeTo(client, name);
  const own = connect(ana);
  own.signin();
  const mine = await subscribeTo(own, name);
  const events: unknown[] = [];
  for (const each of [channel, mine]) each.bind(messageEvent, (data: unknown) => events.push(data));
  await inTransaction(market.ctx.db, (tx) =>
    market.ctx.realtime.publish(tx, [{ channels: [name], event: messageEvent, data: {} }]),
  );
  await expect.poll(() => events).toEqual([{}, {}]);
  const news = nextEvent(await subscribeTo(connect(ana), `private-user-${ana.id}`), messageEvent);
  await library.trigger([name, `private-user-${ana.id}`], messageEvent, { text: 'segredo' });
  expect(await news).toEqual({ text: 'segredo' });
  await expect.poll(() => events).toEqual([{}, {}, {}, {}]);
});

test('a signed-in person is refused the guessable channel of another person (T66)', async () => {
  const other = connect(rui);
  await signedIn(other);
  const refused = nextEvent(other.subscribe(messageChannel(ana.id)), 'pusher:subscription_error');
  expect(await refused).toMatchObject({ status: 401 });
});

test('messages of a rolled-back transaction are never delivered', async () => {
  const channel = await subscribeTo(connect(), 'talvez');
  const events: unknown[] = [];
  channel.bind_global((_event: string, data: unknown) => events.push(data));
  await inTransaction(market.ctx.db, async (tx) => {
    await market.ctx.realtime.publish(tx, [{ channels: ['talvez'], event: 'nunca', data: 1 }]);
    throw new Error('undone');
  }).catch(() => undefined);
  await library.trigger('talvez', 'sempre', 2);
  await expect.poll(() => events).toContain(2);
  expect(events).not.toContain(1);
});

test('presence lists each person once, however many tabs they have', async () => {
  const other = await market.user({ role: 'admin' });
  const first = (await subscribeTo(connect(staff), 'presence-staff')) as unknown as PresenceChannel;
  const added = nextEvent(first, 'pusher:member_added');
  const second = connect(other);
  const seen = (await subscribeTo(second, 'presence-staff')) as unknown as PresenceChannel;
  expect(await added).toMatchObject({ id: String(other.id), info: { username: other.username } });
  expect(seen.members.count).toBe(2);
  let more = 0;
  first.bind('pusher:member_added', () => (more += 1));
  const third = connect(other);
  await subscribeTo(third, 'presence-staff');
  const left: unknown[] = [];
  first.bind('pusher:member_removed', (member: unknown) => left.push(member));
  third.disconnect();
  await sleep(150);
  expect({ more, left }).toEqual({ more: 0, left: [] });
  second.disconnect();
  await expect.poll(() => left).toHaveLength(1);
});

interface PresenceChannel {
  members: { count: number };
  bind(event: string, callback: (data: unknown) => void): unknown;
}

test('a client event reaches the others but not its sender, and needs a private channel', async () => {
  const other = await market.user({ role: 'admin' });
  const one = await subscribeTo(connect(staff), 'private-staff');
  const two = await subscribeTo(connect(other), 'private-staff');
  let echo = 0;
  one.bind('client-typing', () => (echo += 1));
  const arrival = nextEvent(two, 'client-typing');
  one.trigger('client-typing', { on: true });
  expect(await arrival).toEqual({ on: true });
  await sleep(50);
  expect(echo).toBe(0);
});

test('on a presence channel a client event contains its sender’s id, which cannot be forged', async () => {
  const one = await subscribeTo(connect(staff), 'presence-staff-fila');
  const two = await subscribeTo(connect(await market.user({ role: 'admin' })), 'presence-staff-fila');
  const arrival = new Promise<unknown>((resolve) => {
    two.bind('client-typing', (_data: unknown, metadata: unknown) => resolve(metadata));
  });
  one.trigger('client-typing', { user_id: '1' });
  expect(await arrival).toEqual({ user_id: String(staff.id) });
});

test('a client event on a public channel, or on one that was not joined, reaches no one', async () => {
  const [talker, listener] = [connect(ana), connect(staff)];
  await subscribeTo(talker, 'praca-aberta');
  const there = await Promise.all([
    subscribeTo(listener, 'praca-aberta'),
    subscribeTo(listener, 'private-staff'),
  ]);
  const events: string[] = [];
  for (const channel of there) channel.bind_global((event: string) => events.push(event));
  const refused = nextEvent(talker.connection, 'error');
  talker.send_event('client-oi', {}, 'praca-aberta');
  expect(await refused).toMatchObject({ data: { code: null } });
  talker.send_event('client-oi', {}, 'private-staff');
  await library.trigger(['praca-aberta', 'private-staff'], 'fim', {});
  await expect.poll(() => events.filter((event) => event === 'fim')).toHaveLength(2);
  expect(events.filter((event) => event.startsWith('client-'))).toEqual([]);
});

test('a client that left a channel gets no more events of it, and the others still do', async () => {
  const [mine, other] = [connect(), connect()];
  const left = await subscribeTo(mine, 'de-passagem');
  const stayed = await subscribeTo(other, 'de-passagem');
  let events = 0;
  left.bind('oi', () => (events += 1));
  mine.unsubscribe('de-passagem');
  await subscribeTo(mine, 'outro-lugar');
  const arrival = nextEvent(stayed, 'oi');
  await library.trigger('de-passagem', 'oi', {});
  await arrival;
  expect(events).toBe(0);
});

test('an event for a person reaches only clients signed in as that person', async () => {
  const [mine, other] = [connect(ana), connect(rui)];
  mine.signin();
  other.signin();
  await Promise.all(
    [mine, other].map((client) =>
      expect.poll(() => client.user.user_data).toMatchObject({ id: expect.any(String) }),
    ),
  );
  let strange = 0;
  other.user.bind('recado', () => (strange += 1));
  // The library subscribes to the person's channel by itself after the sign-in.
  await expect.poll(() => mine.user.serverToUserChannel?.subscribed).toBe(true);
  const arrival = nextEvent(mine.user, 'recado');
  await library.sendToUser(String(ana.id), 'recado', { n: 1 });
  expect(await arrival).toEqual({ n: 1 });
  expect(strange).toBe(0);
});

test.each([
  ['too long', 'x'.repeat(165)],
  ['of strange letters', 'praça'],
  ['encrypted, which we do not speak', 'private-encrypted-x'],
  ['of a cache, which we do not keep', 'cache-x'],
  ['the processes’ own', '#praca-control'],
])('a channel whose name is %s is refused, and the connection stays', async (_why, channel) => {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/app/${market.ctx.realtime.client.key}?protocol=7`);
  const frames: { event: string; channel?: string; data: string }[] = [];
  ws.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString()) as (typeof frames)[number]));
  await once(ws, 'open');
  ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel } }));
  await expect.poll(() => frames).toHaveLength(2);
  expect(frames[1]).toMatchObject({ event: 'pusher:subscription_error', channel });
  expect(JSON.parse(frames[1]!.data)).toMatchObject({ type: 'AuthError', status: 400 });
  ws.close();
});

test('more than ten client events a second are refused, the connection stays', async () => {
  const client = connect(staff);
  const channel = await subscribeTo(client, 'private-staff');
  const refused = nextEvent(client.connection, 'error');
  for (let number = 0; number < 30; number++) channel.trigger('client-flood', { number });
  expect(await refused).toMatchObject({ data: { code: 4301 } });
  expect(client.connection.state).toBe('connected');
});

test('an event can exclude its sender by socket id', async () => {
  const sender = connect();
  const mine = await subscribeTo(sender, 'sala');
  const others = await subscribeTo(connect(), 'sala');
  let own = 0;
  mine.bind('oi', () => (own += 1));
  const arrival = nextEvent(others, 'oi');
  await library.trigger('sala', 'oi', {}, { socket_id: sender.connection.socket_id });
  await arrival;
  await sleep(50);
  expect(own).toBe(0);
});

test('batches, several channels at once and channel facts', async () => {
  const a = await subscribeTo(connect(), 'lote-a');
  const b = await subscribeTo(connect(), 'lote-b');
  const both = Promise.all([nextEvent(a, 'um'), nextEvent(b, 'dois')]);
  await library.triggerBatch([
    { channel: 'lote-a', name: 'um', data: '1' },
    { channel: 'lote-b', name: 'dois', data: '2' },
  ]);
  await both;
  const again = Promise.all([nextEvent(a, 'todos'), nextEvent(b, 'todos')]);
  const answer = await library.trigger(['lote-a', 'lote-b'], 'todos', {}, { info: 'subscription_count' });
  await again;
  expect(await answer.json()).toEqual({
    channels: { 'lote-a': { subscription_count: 1 }, 'lote-b': { subscription_count: 1 } },
  });
  const listed = (await (
    await library.get({ path: '/channels', params: { filter_by_prefix: 'lote-' } })
  ).json()) as {
    channels: object;
  };
  expect(Object.keys(listed.channels).toSorted()).toEqual(['lote-a', 'lote-b']);
  const one = await library.get({ path: '/channels/lote-a', params: { info: 'subscription_count' } });
  expect(await one.json()).toEqual({ occupied: true, subscription_count: 1 });
});

test('the users of a presence channel are listed, those of another kind are not', async () => {
  await subscribeTo(connect(staff), 'presence-staff-fila');
  const listed = await library.get({ path: '/channels/presence-staff-fila/users' });
  expect(await listed.json()).toEqual({ users: [{ id: String(staff.id) }] });
  await expect(library.get({ path: '/channels/novidades/users' })).rejects.toMatchObject({ status: 400 });
});

test('the number of people on presence channels is returned, and for another kind the answer is 400', async () => {
  await subscribeTo(connect(staff), 'presence-staff-contagem');
  await subscribeTo(connect(staff), 'presence-staff-contagem');
  const answer = await library.trigger('presence-staff-contagem', 'oi', {}, { info: 'user_count' });
  expect(await answer.json()).toEqual({ channels: { 'presence-staff-contagem': { user_count: 1 } } });
  const params = { filter_by_prefix: 'presence-staff-cont', info: 'user_count' };
  const listed = await library.get({ path: '/channels', params });
  expect(await listed.json()).toEqual({ channels: { 'presence-staff-contagem': { user_count: 1 } } });
  const empty = await library.get({ path: '/channels/presence-staff-vazia', params: { info: 'user_count' } });
  expect(await empty.json()).toEqual({ occupied: false, user_count: 0 });
  for (const path of ['/channels', '/channels/praca'])
    await expect(library.get({ path, params: { info: 'user_count' } })).rejects.toMatchObject({
      status: 400,
    });
});

test('calls that are not signed by the application are 401, malformed ones 400, large ones 413', async () => {
  const stranger = new Library({
    appId: 'praca',
    key: market.ctx.realtime.client.key,
    secret: 'errado',
    host: '127.0.0.1',
    port: String(port),
    useTLS: false,
  });
  await expect(stranger.trigger('x', 'y', {})).rejects.toMatchObject({ status: 401 });
  await expect(library.trigger('x', 'y', 'z'.repeat(10_241))).rejects.toMatchObject({ status: 413 });
  await expect(
    library.post({ path: '/events', body: { name: 'x', channels: ['com espaço'], data: '1' } as never }),
  ).rejects.toMatchObject({ status: 400 });
  const eleven = Array.from({ length: 11 }, () => ({ channel: 'x', name: 'y', data: 'z' }));
  await expect(library.triggerBatch(eleven)).rejects.toMatchObject({ status: 400 });
});

test('ending a person’s connections closes them, and a revoked client does not come back signed in', async () => {
  const client = connect(ana);
  await signedIn(client);
  const gone = nextEvent(client.connection, 'disconnected');
  await library.terminateUserConnections(String(ana.id));
  await gone;
});

test('a ping is answered, and a wrong key and a wrong protocol get their error codes', async () => {
  const closeOf = async (path: string) => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}${path}`);
    const [code] = (await once(ws, 'close')) as [number];
    return code;
  };
  expect(await closeOf('/app/outra?protocol=7')).toBe(4001);
  expect(await closeOf(`/app/${market.ctx.realtime.client.key}?protocol=3`)).toBe(4007);
  expect(await closeOf(`/app/${market.ctx.realtime.client.key}`)).toBe(4008);
  const ws = new WebSocket(`ws://127.0.0.1:${port}/app/${market.ctx.realtime.client.key}?protocol=7`);
  const frames: { event: string }[] = [];
  ws.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString()) as { event: string }));
  await once(ws, 'open');
  ws.send('{"event":"pusher:ping","data":{}}');
  ws.send('isto não é JSON');
  await expect
    .poll(() => frames.map(({ event }) => event).toSorted())
    .toEqual(['pusher:connection_established', 'pusher:error', 'pusher:pong']);
  ws.close();
});

test('a page of another site cannot connect, and a giant frame ends the connection (T67, T70)', async () => {
  const url = `ws://127.0.0.1:${port}/app/${market.ctx.realtime.client.key}?protocol=7`;
  const foreign = new WebSocket(url, { origin: 'https://outro.example' });
  const [error] = (await once(foreign, 'error')) as [Error];
  expect(error.message).toContain('403');
  const giant = new WebSocket(url);
  await once(giant, 'open');
  giant.send('x'.repeat(17_000));
  const [code] = (await once(giant, 'close')) as [number];
  expect(code).toBe(1009);
});

test('whatever a WebSocket request contains, the server stays up and answers at once', async () => {
  const { key } = market.ctx.realtime.client;
  const handshake = [
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
  ];
  const answerTo = async (target: string, headers = handshake, frame: number[] = []) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    let heardOf = '';
    socket.on('data', (bytes) => (heardOf += bytes));
    socket.write(`GET ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    socket.write(Buffer.from(frame));
    await expect.poll(() => heardOf).toMatch(/^HTTP\/1\.1 \d/);
    socket.destroy();
    return heardOf.split(' ')[1];
  };
  const brokenFrame = [0xf1, 0x80, 0, 0, 0, 0];
  expect(await answerTo('/app/outra', handshake, brokenFrame)).toBe('101');
  expect(await answerTo(`/app/${key}?protocol=7`, handshake, brokenFrame)).toBe('101');
  for (const target of ['//', '//[', 'http://[/', `/app/${'x'.repeat(200)}`, '/app/%', '/'])
    expect(await answerTo(target), target).toBe('404');
  const plain = [
    'Host: x',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABk',
  ];
  expect(await answerTo('/api/v1/public/logo', plain)).toBe('200');
  expect(await answerTo(`/app/${key}`, ['Host: x', 'Connection: Upgrade', 'Upgrade: websocket'])).toBe('400');
  for (const origin of Array.from({ length: 100 }, () => 'Origin: https://outro.example')) {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.write(`GET /app/${key} HTTP/1.1\r\n${[origin, ...handshake].join('\r\n')}\r\n\r\n`);
    await once(socket, 'connect');
    socket.resetAndDestroy();
  }
  expect(await answerTo('/healthz', ['Host: x'])).toBe('200');
});

test('forged, foreign-socket and missing signatures are refused, the socket stays open', async () => {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/app/${market.ctx.realtime.client.key}?protocol=7`);
  const frames: { event: string; data: string }[] = [];
  ws.on('message', (bytes: Buffer) =>
    frames.push(JSON.parse(bytes.toString()) as { event: string; data: string }),
  );
  await expect.poll(() => frames).toHaveLength(1);
  const hex = market.ctx.keys.realtime.toString('hex');
  const app = { id: 'praca', key: hex.slice(0, 20), secret: hex.slice(20) };
  const channel = `private-user-${ana.id}`;
  const forged = [
    undefined,
    '',
    `${app.key}:${'0'.repeat(64)}`,
    signChannel(app, '1.2', channel).auth,
    `${app.key}:${hmac(app.secret, channel)}`,
  ];
  for (const auth of forged) ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }));
  await expect.poll(() => frames).toHaveLength(1 + forged.length);
  expect(frames.slice(1).every(({ event }) => event === 'pusher:subscription_error')).toBe(true);
  expect(ws.readyState).toBe(ws.OPEN);
  ws.close();
});

test('the vectors of the protocol’s own documentation', () => {
  const app = { id: '3', key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };
  expect(signChannel(app, '1234.1234', 'private-foobar').auth).toBe(
    `${app.key}:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4`,
  );
  expect(hmac(app.secret, '1234.1234::user::{"id":"12345"}')).toBe(
    '4708d583dada6a56435fb8bc611c77c359a31eebde13337c16ab43aa6de336ba',
  );
  const someone = '{"user_id":10,"user_info":{"name":"Mr. Channels"}}';
  expect(hmac(app.secret, `1234.1234:presence-foobar:${someone}`)).toBe(
    '31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80',
  );
  const call = {
    method: 'POST',
    path: '/apps/3/events',
    query: {
      auth_key: app.key,
      auth_timestamp: '1353088179',
      auth_version: '1.0',
      body_md5: 'ec365a775a4cd0599faeb73354201b6f',
      auth_signature: 'da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c',
    },
    body: Buffer.from('{"name":"foo","channels":["project-3"],"data":"{\\"some\\":\\"data\\"}"}'),
  };
  const atSeconds = (seconds: number) => restFault(app, call, seconds * 1_000);
  expect(atSeconds(1_353_088_179)).toBeNull();
  expect([atSeconds(1_353_088_780), atSeconds(1_353_087_570)]).toEqual([
    'Timestamp expired',
    'Timestamp expired',
  ]);
  const altered = { ...call, body: Buffer.from('{}') };
  expect(restFault(app, altered, 1_353_088_179_000)).toBe('Invalid body_md5');
  expect(isEmbedded(market.ctx.realtime)).toBe(true);
});

test('a notice is announced to the open pages of its person, and to no others', async () => {
  const [seller, buyer] = [await market.user(), await market.user()];
  const mine = await subscribeTo(connect(seller), `private-user-${seller.id}`);
  const news: unknown[] = [];
  mine.bind('news', (data: unknown) => news.push(data));
  const listing = await market.publishedListing({ seller, title: 'Caneca de louça pintada à mão' });
  await market.request('POST', `/listings/${listing.id}/questions`, {
    token: buyer.token,
    key: true,
    body: { text: 'Ela pode ir ao micro-ondas?' },
  });
  await market.drain();
  await expect.poll(() => news[0]).toEqual({});
});

test('a notice read on one page is announced to the person’s other pages, once', async () => {
  const seller = await market.user();
  await market.publishedListing({ seller, title: 'Vaso de barro' });
  await market.drain();
  const mine = await subscribeTo(connect(seller), `private-user-${seller.id}`);
  const received: unknown[] = [];
  mine.bind('notices-read', (data: unknown) => received.push(data));
  const { token } = seller;
  const [notice] = (await market.request('GET', '/notifications', { token })).data.items;
  const read = () => market.request('PUT', `/notifications/${notice.id}`, { token, body: { read: 1 } });
  await Promise.all([read(), read(), read()]);
  await expect.poll(() => received).toEqual([{ id: notice.id }]);
  await market.request('PUT', '/notifications', { token, body: { read: 1, upTo: notice.id } });
  await library.trigger(`private-user-${seller.id}`, 'notices-read', 'fim');
  await expect.poll(() => received).toEqual([{ id: notice.id }, 'fim']);
});

test('a connection whose session ended is closed at once and refused afterwards; other sessions reconnect (T68)', async () => {
  const person = await market.user();
  const { data } = await market.request('POST', '/sessions', { body: { login: person.email, password } });
  const [ended, kept] = [connect(person), connect({ ...person, token: data.token as string })];
  const channel = `private-user-${person.id}`;
  await Promise.all([subscribeTo(ended, channel), subscribeTo(kept, channel)]);
  const refused = nextEvent(ended.channel(channel), 'pusher:subscription_error');
  const back = nextEvent(kept.channel(channel), 'pusher:subscription_succeeded');
  await market.request('DELETE', '/sessions/current', { token: person.token });
  expect(await refused).toMatchObject({ status: 403 });
  await back;
});

test('a change in a queue is announced to staff, and to no one else', async () => {
  const channel = await subscribeTo(connect(staff), 'private-staff');
  const arrival = nextEvent(channel, 'news');
  const { id, seller } = await market.draft();
  await market.request('POST', `/listings/${id}/submission`, { token: seller.token, key: true });
  await market.drain();
  expect(await arrival).toEqual({});
});
