import type { FastifyInstance } from 'fastify';
import { brandColor, logoAddress } from '#domain/settings/brand.ts';
import type { BrandRules } from '#domain/settings/brand.ts';
import type { Ctx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

/** Serves the web app manifest and the icon, with the brand's current colours. */
export function serveBrand(app: FastifyInstance, ctx: Ctx): void {
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('Cache-Control', 'public, max-age=300')
      .send(JSON.stringify(manifest((await currentRules(ctx.db)).rules.brand))),
  );
  app.get('/icone.svg', async (_request, reply) =>
    reply
      .type('image/svg+xml')
      .header('Cache-Control', 'public, max-age=300')
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(icon((await currentRules(ctx.db)).rules.brand)),
  );
}

function manifest(brand: BrandRules) {
  const picture = logoAddress(brand);
  return {
    name: brand.name,
    short_name: brand.name,
    lang: 'pt-BR',
    start_url: '/',
    display: 'minimal-ui',
    theme_color: brandColor('light', 'brand', brand.hue),
    background_color: '#fbfaf7',
    icons: [
      { src: '/icone.svg', type: 'image/svg+xml', sizes: 'any' },
      ...(picture === '' ? [] : [{ src: `${picture}.webp`, type: 'image/webp', sizes: '480x480' }]),
    ],
  };
}

function icon(brand: BrandRules): string {
  const [light, dark] = (['light', 'dark'] as const).map((theme) => brandColor(theme, 'brand', brand.hue));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>.m{fill:${light}}circle{fill:#f8b734}@media(prefers-color-scheme:dark){.m{fill:${dark}}circle{fill:#fbc044}}</style><path class="m" d="M2 7a5 5 0 0 1 5-5h7.5v6.652A7.5 7.5 0 0 0 8.652 14.5H2z M30 7a5 5 0 0 0-5-5h-7.5v6.652A7.5 7.5 0 0 1 23.348 14.5H30z M2 25a5 5 0 0 0 5 5h7.5v-6.652A7.5 7.5 0 0 1 8.652 17.5H2z M30 25a5 5 0 0 1-5 5h-7.5v-6.652A7.5 7.5 0 0 0 23.348 17.5H30z"/><circle cx="16" cy="16" r="4.25"/></svg>`;
}
