import type { Page } from 'playwright-core';
import type { Place } from '#test/e2e/places.ts';

/** A screenshot: an address, the visitor, and their actions before it. */
export interface Scene extends Place {
  /** The prefix of the file's name. */
  name: string;
  /** The cards of unread notices stay visible. */
  notices?: boolean;
  /** Before the page is opened: replies that never arrive, or that fail. */
  prepare?: (page: Page) => Promise<void>;
  /** After it was opened: a menu, a sheet, a form sent empty. */
  act?: (page: Page) => Promise<void>;
}

/** Every place as it opens, then the states that need an action or a failure. */
export function everyScene(places: readonly Place[]): Scene[] {
  const listing = places.find(({ path }) => path.startsWith('/anuncio/'))!.path;
  const named = (name: string) => places.find((place) => place.name === name)!;
  const shipped = named('anuncio-com-envio').path;
  const draft = places.find(({ path }) => path.startsWith('/anunciar?'))!.path.replace(/&passo=.*/, '');
  const step = (slug: string): Scene => ({
    name: `anunciar-${slug}`,
    path: `${draft}&passo=${slug}`,
    as: 'vendedora',
  });
  return [
    ...places.map((place) => ({ ...place, name: place.name ?? nameOf(place) })),
    ...['categoria', 'fotos', 'preco', 'revisao'].map(step),
    { name: 'anunciar-sugestoes', path: '/anunciar', as: 'vendedora', act: typeTitle },
    { name: 'home-entrou', path: '/', as: 'compradora' },
    { name: 'avisos', path: '/', as: 'vendedora', notices: true },
    { name: 'anuncio-folha-de-compra', path: listing, as: 'compradora', act: press('Comprar') },
    { name: 'envio-folha-de-compra', path: shipped, as: 'compradora', act: chooseFreight },
    { name: 'envio-folha-sem-transportadora', path: shipped, as: 'compradora', act: chooseFarAddress },
    { name: 'envio-folha-retirada', path: shipped, as: 'compradora', act: choosePickup },
    { name: 'envio-calcular-frete', path: shipped, as: 'visitor', act: calculateFreight },
    { name: 'envio-codigo-errado', path: named('retirada-paid-vendedora').path, as: 'vendedora', act: typeCode },
    { name: 'envio-anunciar-pacote', path: `${draft}&passo=detalhes`, as: 'vendedora', act: showPackage },
    { name: 'resultados-filtros', path: '/anuncios', as: 'visitor', act: press(/^Filtros/) },
    {
      name: 'resultados-lugar',
      path: '/anuncios?cidade=3550308&km=100&ordem=mais-perto',
      as: 'visitor',
      act: press(/^Filtros/),
    },
    { name: 'menu', path: '/', as: 'compradora', act: press(/^Abrir (o )?menu|^Sua conta|^Conta/) },
    { name: 'revisao-fila', path: '/dashboard/revisao', as: 'admin', act: press(/^Fila \(/) },
    { name: 'revisao-recusa', path: '/dashboard/revisao', as: 'admin', act: press(/Recusar/) },
    { name: 'saques-decisao', path: '/dashboard/saques', as: 'admin', act: press(/^Aprovar/) },
    { name: 'saques-pagos', path: '/dashboard/saques?aba=pagos', as: 'admin' },
    { name: 'configuracoes-efeito', path: security, as: 'admin', act: showEffect },
    { name: 'entrar-vazio', path: '/auth/login', as: 'visitor', act: press('Entrar') },
    { name: 'compras-carregando', path: '/conta/compras', as: 'compradora', prepare: stall },
    { name: 'compras-com-erro', path: '/conta/compras', as: 'compradora', prepare: fail },
    { name: 'compras-vazias', path: '/conta/compras?aba=problema', as: 'compradora' },
    { name: 'anuncios-vazios', path: '/conta/anuncios', as: 'compradora' },
    { name: 'enderecos-novo', path: '/conta/enderecos', as: 'compradora', act: press('Adicionar endereço') },
    { name: 'enderecos-vazios', path: '/conta/enderecos', as: 'admin' },
    { name: 'transacoes-vazias', path: '/conta/transacoes', as: 'admin' },
    { name: 'revisao-carregando', path: '/dashboard/revisao', as: 'admin', prepare: stall },
    { name: 'revisao-com-erro', path: '/dashboard/revisao', as: 'admin', prepare: fail },
  ];
}

function nameOf({ path, as }: Place): string {
  const words = path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '');
  return `${words.slice(0, 60) || 'home'}-${as}`;
}

/**
 * Presses the first visible button or link of that name; at a width that has none, the screenshot is of the page
 * itself.
 */
function press(name: string | RegExp): NonNullable<Scene['act']> {
  return async (page) => {
    const wanted = { name, exact: typeof name === 'string' };
    const found = page.getByRole('button', wanted).or(page.getByRole('link', wanted));
    for (const each of await found.all()) if (await each.isVisible()) return each.click();
  };
}

const security = '/dashboard/configuracoes?secao=seguranca';

/** What changed rules of risk would have done to the orders of a month (N09). */
async function showEffect(page: Page): Promise<void> {
  await page.getByLabel('Pontos: código entregue na hora').fill('60');
  await press(/^Salvar segurança/)(page);
  await press('Ver o efeito')(page);
  await page.getByRole('region', { name: 'Efeito da mudança' }).scrollIntoViewIfNeeded();
}

/** The sheet of a purchase whose freight is quoted. */
async function chooseFreight(page: Page): Promise<void> {
  await press('Comprar')(page);
  await page.getByRole('radio', { name: 'Correios SEDEX' }).click();
}

/** No carrier answers for this address, and the own table does. */
async function chooseFarAddress(page: Page): Promise<void> {
  await press('Comprar')(page);
  await page.getByRole('radio', { name: 'Casa da minha mãe' }).click();
  await page.getByText('A transportadora não respondeu').scrollIntoViewIfNeeded();
}

async function choosePickup(page: Page): Promise<void> {
  await press('Comprar')(page);
  await page.getByRole('radio', { name: 'Retirar em mãos' }).click();
}

async function calculateFreight(page: Page): Promise<void> {
  await page.getByLabel('Frete para o CEP').fill('66010-000');
  await press('Calcular frete')(page);
  await page.getByText(/^Para Belém, PA/).scrollIntoViewIfNeeded();
}

/** A code that is not the order's. */
async function typeCode(page: Page): Promise<void> {
  await page.getByLabel(/^Código/).fill('000000');
  await press(/^Confirmar|^Entregar|^Conferir/)(page);
}

/** The package, filled in by a preset. */
async function showPackage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Camiseta' }).click();
  await page.getByLabel('Peso', { exact: false }).first().scrollIntoViewIfNeeded();
}

/** The session call is still answered, or the page would only ask to sign in. */
const pageData = /\/api\/v1\/(?!user(-info|\/role)?$|public\/logo|notifications)/;

async function stall(page: Page): Promise<void> {
  await page.route(pageData, () => new Promise(() => undefined));
}

async function fail(page: Page): Promise<void> {
  await page.route(pageData, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 500, code: 'internal', detail: 'Tivemos um problema.' }),
    }),
  );
}

/** A title with a contact in it: its guessed categories, and the warning. */
async function typeTitle(page: Page): Promise<void> {
  await page.getByLabel('Título').fill('Luminária de mesa articulada, zap 11 98765-4321');
  await page.getByRole('radio', { name: 'Iluminação' }).click();
  await page.getByText(/^Tire “/).waitFor();
}
