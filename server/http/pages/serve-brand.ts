import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { brandColor, logoAddress } from '#domain/settings/brand.ts';
import type { BrandRules } from '#domain/settings/brand.ts';
import type { Ctx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

/** The icons of an installed app as PNG: pixels, and whether the system cuts them to its own shape. */
const pngIcons = {
  '/icone-192.png': { side: 192, maskable: false },
  '/icone-512.png': { side: 512, maskable: false },
  '/icone-512-cheio.png': { side: 512, maskable: true },
  '/apple-touch-icon.png': { side: 180, maskable: true },
} as const;

/** The pages that a long press on the installed app's icon offers. */
const shortcuts = [
  ['Buscar', '/anuncios'],
  ['Anunciar', '/anunciar'],
  ['Minhas compras', '/conta/compras'],
  ['Minhas vendas', '/conta/vendas'],
] as const;

const paper = '#fbfaf7';

/** Serves the web app manifest and the icons, with the brand's current colours. */
export function serveBrand(app: FastifyInstance, ctx: Ctx): void {
  const brandNow = async () => (await currentRules(ctx.db)).rules.brand;
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('Cache-Control', 'public, max-age=300')
      .send(JSON.stringify(manifest(await brandNow()))),
  );
  app.get('/icone.svg', async (_request, reply) =>
    reply
      .type('image/svg+xml')
      .header('Cache-Control', 'public, max-age=300')
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(icon(await brandNow())),
  );
  for (const [path, { side, maskable }] of Object.entries(pngIcons)) {
    let drawn: { hue: number; png: Promise<Buffer> } | undefined;
    app.get(path, async (_request, reply) => {
      const { hue } = await brandNow();
      if (drawn?.hue !== hue) drawn = { hue, png: drawPng(hue, side, maskable) };
      return reply
        .type('image/png')
        .header('Cache-Control', 'public, max-age=300')
        .send(await drawn.png);
    });
  }
}

function manifest(brand: BrandRules) {
  const picture = logoAddress(brand);
  return {
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: 'Compre e venda entre pessoas. O pagamento fica guardado até a entrega dar certo.',
    lang: 'pt-BR',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: brandColor('light', 'brand', brand.hue),
    background_color: paper,
    icons: [
      { src: '/icone.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icone-192.png', type: 'image/png', sizes: '192x192', purpose: 'any' },
      { src: '/icone-512.png', type: 'image/png', sizes: '512x512', purpose: 'any' },
      { src: '/icone-512-cheio.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
      ...(picture === '' ? [] : [{ src: `${picture}.webp`, type: 'image/webp', sizes: '480x480' }]),
    ],
    shortcuts: shortcuts.map(([name, url]) => ({
      name,
      url,
      icons: [{ src: '/icone-192.png', type: 'image/png', sizes: '192x192' }],
    })),
  };
}

const markPath =
  'M2 7a5 5 0 0 1 5-5h7.5v6.652A7.5 7.5 0 0 0 8.652 14.5H2z M30 7a5 5 0 0 0-5-5h-7.5v6.652A7.5 7.5 0 0 1 23.348 14.5H30z M2 25a5 5 0 0 0 5 5h7.5v-6.652A7.5 7.5 0 0 1 8.652 17.5H2z M30 25a5 5 0 0 1-5 5h-7.5v-6.652A7.5 7.5 0 0 0 23.348 17.5H30z';

function icon(brand: BrandRules): string {
  const [light, dark] = (['light', 'dark'] as const).map((theme) => brandColor(theme, 'brand', brand.hue));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>.m{fill:${light}}circle{fill:#f8b734}@media(prefers-color-scheme:dark){.m{fill:${dark}}circle{fill:#fbc044}}</style><path class="m" d="${markPath}"/><circle cx="16" cy="16" r="4.25"/></svg>`;
}

/** The mark; a maskable one stands on paper, within the middle 60 % that every shape leaves. */
function drawPng(hue: number, side: number, maskable: boolean): Promise<Buffer> {
  const ground = maskable ? `<rect width="32" height="32" fill="${paper}"/>` : '';
  const place = maskable ? ' transform="translate(6.4 6.4) scale(0.6)"' : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${ground}<g${place}><path fill="${brandColor('light', 'brand', hue)}" d="${markPath}"/><circle cx="16" cy="16" r="4.25" fill="#f8b734"/></g></svg>`;
  return sharp(Buffer.from(svg), { density: 72 * (side / 32) })
    .resize(side, side)
    .png()
    .toBuffer();
}
