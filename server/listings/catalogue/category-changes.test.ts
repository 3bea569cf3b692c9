import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
let admin: Person;
let support: Person;
beforeAll(async () => {
  market = await createMarket();
  admin = await market.user({ role: 'admin' });
  support = await market.user({ role: 'support' });
});
afterAll(() => market.close());

const call = (method: string, path: string, body?: object, as = admin) =>
  market.request(method, `/staff/categories${path}`, {
    token: as.token,
    body,
    ...(method === 'POST' && { key: true as const }),
  });

async function made(name: string, parentId: number | null = null): Promise<number> {
  const { status, data, text } = await call('POST', '', { name, parentId });
  expect(status, text).toBe(201);
  return data.id;
}

async function slugs(): Promise<string[]> {
  const { data } = await market.request('GET', '/public/categories');
  return data.items.map(({ slug }: { slug: string }) => slug);
}

test('a new category is public at once, last among its siblings', async () => {
  const games = await made('Jogos e consoles');
  await made('Contas', games);
  await made('Moedas', games);
  expect((await slugs()).slice(-3)).toEqual(['jogos-e-consoles', 'contas', 'moedas']);
});

test('names and labels of a category cannot contain line breaks', async () => {
  const id = await made('Discos\r\nde\tvinil\n');
  const label = { key: 'cor', label: 'Cor\ndo disco', type: 'list', options: ['Azul\nclaro', 'Verde'] };
  const { data, text } = await call('PATCH', `/${id}`, {
    deliveryDataHint: 'E-mail\nda conta',
    attributes: [{ ...label, help: 'Como\nna capa', required: false, filterable: false }],
  });
  expect(data, text).toMatchObject({
    name: 'Discos de vinil',
    deliveryDataHint: 'E-mail da conta',
    attributes: [{ label: 'Cor do disco', options: ['Azul claro', 'Verde'], help: 'Como na capa' }],
  });
});

test('an admin says what a category sells: its children sell the same, and another kind is refused', async () => {
  const parent = await made('Casa de campo');
  const child = await made('Redes de descanso', parent);
  const saved = await call('PATCH', `/${parent}`, { kind: 'physical' });
  expect([saved.status, saved.data?.kind]).toEqual([200, 'physical']);
  const { data } = await market.request('GET', '/public/categories');
  const shown = data.items.filter(({ id }: { id: number }) => id === parent || id === child);
  expect(shown.map(({ kind }: { kind: string }) => kind)).toEqual(['physical', 'physical']);
  const refused = await call('PATCH', `/${child}`, { kind: 'animal' });
  expect([refused.status, refused.body.errors]).toEqual([400, { kind: 'Escolha o que é vendido aqui.' }]);
});

test('an admin chooses an icon: subcategories without one show it, and it can be removed', async () => {
  const parent = await made('Música ao vivo');
  const child = await made('Ingressos de show', parent);
  const other = await call('POST', '', { name: 'Violas', parentId: parent, icon: 'guitar' });
  expect([other.status, other.data?.icon]).toEqual([201, 'guitar']);
  const icons = async () => {
    const { data } = await market.request('GET', '/public/categories');
    return [parent, child, other.data.id].map(
      (id) => data.items.find((item: { id: number }) => item.id === id).icon,
    );
  };
  expect(await icons()).toEqual([null, null, 'guitar']);
  const saved = await call('PATCH', `/${parent}`, { icon: 'ticket' });
  expect([saved.status, saved.data?.icon]).toEqual([200, 'ticket']);
  expect(await icons()).toEqual(['ticket', 'ticket', 'guitar']);
  expect((await call('GET', `/${child}`)).data.category.icon).toBeNull();
  await call('PATCH', `/${parent}`, { icon: null });
  expect(await icons()).toEqual([null, null, 'guitar']);
  const { data: log } = await market.request('GET', '/staff/audit-log', { token: admin.token });
  expect(log.items[0]).toMatchObject({ before: { icon: 'ticket' }, after: { icon: null } });
});

test('an icon that is not in the list is refused for a new category and for an existing one', async () => {
  const id = await made('Sem outro ícone');
  for (const icon of ['rocket', 'Gift', 'gift ', '', '../sprite', 7, ['gift'], {}]) {
    const answers = [
      await call('POST', '', { name: 'Com outro ícone', parentId: null, icon }),
      await call('PATCH', `/${id}`, { icon }),
    ];
    for (const { status, body } of answers)
      expect([status, body.errors], JSON.stringify(icon)).toEqual([
        400,
        { icon: 'Escolha um ícone da lista.' },
      ]);
  }
  expect((await call('GET', `/${id}`)).data.category.icon).toBeNull();
  expect(await slugs()).not.toContain('com-outro-icone');
});

test('a duplicate name, an empty name and an unknown parent are refused at their field', async () => {
  await made('Cartões-presente');
  const again = await call('POST', '', { name: 'Cartões Presente', parentId: null });
  expect([again.status, again.body.errors.name]).toEqual([
    400,
    'Este endereço já existe. Escolha outro nome.',
  ]);
  expect((await call('POST', '', { name: ' ', parentId: null })).status).toBe(400);
  for (const name of ['C++', '-1', 'É!'])
    expect((await call('POST', '', { name, parentId: null })).body.errors).toHaveProperty('name');
  expect((await call('POST', '', { name: 'Perdida', parentId: 99_999 })).body.errors).toHaveProperty(
    'parentId',
  );
});

test('a category moves with its listings, which are found under the new parent', async () => {
  const from = await made('De onde sai');
  const to = await made('Para onde vai');
  const branch = await made('O galho', from);
  const leaf = await made('A folha', branch);
  const listing = await market.publishedListing({ categoryId: leaf, stock: 2 });
  const { status, text } = await call('PUT', `/${branch}/place`, { parentId: to, position: 1 });
  expect(status, text).toBe(200);
  const { rows } = await sql<{ path: number[] }>`
    select category_path as path from listings where id = ${listing.id}`.execute(market.ctx.db);
  expect(rows[0]!.path.map(Number)).toEqual([to, branch, leaf]);
  const { data } = await market.request('GET', '/public/listings?category=para-onde-vai');
  expect(data.items.map(({ id }: { id: number }) => id)).toEqual([listing.id]);
});

test('siblings can be reordered', async () => {
  const parent = await made('Ordem');
  const [one, two, three] = [
    await made('Um só', parent),
    await made('Dois', parent),
    await made('Três', parent),
  ];
  await call('PUT', `/${three}/place`, { parentId: parent, position: 1 });
  const { data } = await call('GET', '');
  const order = data.items.filter((item: { parentId: number }) => item.parentId === parent);
  expect(order.map(({ id }: { id: number }) => id)).toEqual([three, one, two]);
});

test('a category cannot move below itself or below one that has listings', async () => {
  const parent = await made('Acima');
  const child = await made('Abaixo', parent);
  const self = await call('PUT', `/${parent}/place`, { parentId: child, position: 1 });
  expect(self.body.errors.parentId).toContain('dentro dela mesma');
  await market.publishedListing({ categoryId: child, stock: 1 });
  const other = await made('Outra');
  const used = await call('PUT', `/${other}/place`, { parentId: child, position: 1 });
  expect([used.status, used.body.code]).toEqual([409, 'category_in_use']);
  expect((await call('POST', '', { name: 'Neta', parentId: child })).body.code).toBe('category_in_use');
});

test('new listings must fill in its fields, and the history shows who changed them', async () => {
  const id = await made('Com campos');
  const attributes = [
    { key: 'placa', label: 'Placa', type: 'mask', mask: '@@@#*##', required: true, filterable: false },
    { key: 'cor', label: 'Cor', type: 'list', options: ['Azul', 'Verde'], required: false, filterable: true },
  ];
  const { status, data } = await call('PATCH', `/${id}`, { attributes, warrantyDays: 14, risky: true });
  expect(status).toBe(200);
  expect(data).toMatchObject({ warrantyDays: 14, risky: true, attributes });
  await market.publishedListing({ categoryId: id, stock: 1, attributes: { placa: 'ABC1D23', cor: 'Azul' } });
  const { data: page } = await call('GET', `/${id}`);
  expect(page.filled).toEqual({ placa: 1, cor: 1 });
  expect(page.history[0]).toMatchObject({
    by: admin.username,
    kind: 'category.changed',
    changed: ['risky', 'attributes', 'warrantyDays'],
  });
});

test.each([
  [{ warrantyDays: 3 }, 'warrantyDays'],
  [
    {
      attributes: [{ key: 'x', label: 'Xis', type: 'list', options: [], required: false, filterable: false }],
    },
    'attributes.0.options',
  ],
  [
    { attributes: [{ key: 'A b', label: 'Xis', type: 'text', required: false, filterable: false }] },
    'attributes.0.key',
  ],
])('%j is refused at %s', async (changes, path) => {
  const id = await made(`Errada ${path} ${JSON.stringify(changes).length}`);
  const { status, body } = await call('PATCH', `/${id}`, changes);
  expect([status, Object.keys(body.errors)]).toEqual([400, [path]]);
});

test('its own release delay is stored, shown in the history and removed', async () => {
  const id = await made('Contas que se guardam');
  expect((await call('PATCH', `/${id}`, { holdDays: 14 })).data.holdDays).toBe(14);
  expect((await call('PATCH', `/${id}`, { warrantyDays: 10 })).data.holdDays).toBe(14);
  expect((await call('PATCH', `/${id}`, { holdDays: null })).data.holdDays).toBeNull();
  const { data } = await call('GET', `/${id}`);
  expect(data.history.map(({ changed }: { changed: string[] }) => changed)).toEqual([
    ['holdDays'],
    ['warrantyDays'],
    ['holdDays'],
    ['name', 'parentId'],
  ]);
  const { data: record } = await market.request('GET', '/staff/audit-log', {
    token: admin.token,
  });
  expect(record.items[0]).toMatchObject({ before: { holdDays: 14 }, after: { holdDays: null } });
});

test.each([
  [6, 'A retenção é de ao menos 7 dias.'],
  [0, 'A retenção é de ao menos 7 dias.'],
  [-14, 'A retenção é de ao menos 7 dias.'],
  [91, 'A retenção é de até 90 dias.'],
  [7.5, 'Informe os dias de retenção.'],
  ['14', 'Informe os dias de retenção.'],
  [true, 'Informe os dias de retenção.'],
  [[14], 'Informe os dias de retenção.'],
])('a retention of %j days is refused: %s', async (holdDays, words) => {
  const id = await made(`Mal guardada ${JSON.stringify(holdDays)} ${typeof holdDays}`);
  const { status, body } = await call('PATCH', `/${id}`, { holdDays });
  expect([status, body.errors]).toEqual([400, { holdDays: words }]);
});

test('a category with listings is neither deactivated nor removed without a target for them', async () => {
  const id = await made('Cheia');
  const to = await made('Vazia');
  const listing = await market.publishedListing({ categoryId: id, stock: 1 });
  const off = await call('PATCH', `/${id}`, { active: false });
  expect(off.body.detail).toBe('«Cheia» tem 1 anúncio. Mova-os antes de desativá-la.');
  expect((await call('POST', `/${id}/removal`, { moveTo: null })).body.code).toBe('category_in_use');
  expect((await call('POST', `/${id}/removal`, { moveTo: id })).body.errors).toHaveProperty('moveTo');
  const { data } = await call('POST', `/${id}/removal`, { moveTo: to });
  expect(data.moved).toBe(1);
  market.forgetCaches();
  const { data: found } = await market.request('GET', '/public/listings?category=vazia');
  expect(found.items.map((item: { id: number }) => item.id)).toEqual([listing.id]);
  expect(await slugs()).not.toContain('cheia');
});

test('a category that never had a listing is deleted, and its name is free again', async () => {
  const id = await made('Passageira');
  expect((await call('POST', `/${id}/removal`, { moveTo: null })).status).toBe(200);
  expect((await call('GET', `/${id}`)).status).toBe(404);
  await made('Passageira');
});

test('support sees the tree but cannot change it', async () => {
  const id = await made('Só de olhar');
  const { data } = await call('GET', '', undefined, support);
  expect(data.editable).toBe(false);
  const answers = await Promise.all([
    call('POST', '', { name: 'Do suporte', parentId: null }, support),
    call('PATCH', `/${id}`, { name: 'Outro nome' }, support),
    call('PATCH', `/${id}`, { holdDays: 14 }, support),
    call('PATCH', `/${id}`, { icon: 'gift' }, support),
    call('PUT', `/${id}/place`, { parentId: null, position: 1 }, support),
    call('POST', `/${id}/removal`, { moveTo: null }, support),
  ]);
  expect(answers.map(({ body }) => body.code)).toEqual(Array.from({ length: 6 }, () => 'forbidden'));
});

test('twenty moves at once leave every sibling with its own position', async () => {
  const parent = await made('Disputada');
  const ids: number[] = [];
  for (let index = 0; index < 5; index++) ids.push(await made(`Irmã ${index}`, parent));
  const moves = Array.from({ length: 20 }, (_, index) =>
    call('PUT', `/${ids[index % 5]}/place`, { parentId: parent, position: 1 + (index % 4) }),
  );
  expect((await Promise.all(moves)).every(({ status }) => status === 200)).toBe(true);
  const { rows } = await sql<{ position: number }>`
    select position from categories where parent_id = ${parent} order by position`.execute(market.ctx.db);
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
});
