import sharp from 'sharp';
import type { Ctx } from '#server/context.ts';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';

const width = 1_200;
const height = 630;
const photoWidth = 840;
const tile = 90;
/** Anyone may request the image of every listing, so only one is drawn at a time. */
const drawOneAtATime = concurrencyLimit(1, 30);

/**
 * The image of a link preview, 1200 × 630: the listing's photo beside the tile pattern and the logo, or the pattern
 * alone for the site itself. About 80 kB; link previews ignore images above 600 kB.
 * @returns null when the photo does not exist
 * @throws `unavailable` while too many requests wait
 */
export function shareImage(ctx: Ctx, photoKey: string | null): Promise<Buffer | null> {
  return drawOneAtATime(() => draw(ctx, photoKey));
}

async function draw(ctx: Ctx, photoKey: string | null): Promise<Buffer | null> {
  const background = sharp(Buffer.from(backgroundSvg()));
  if (photoKey === null) return background.jpeg({ quality: 82 }).toBuffer();
  const bytes = await ctx.images.read(photoKey, 1_280);
  if (!bytes) return null;
  const photo = await sharp(bytes).resize(photoWidth, height, { fit: 'cover' }).toBuffer();
  return background
    .composite([{ input: photo, left: 0, top: 0 }])
    .jpeg({ quality: 82 })
    .toBuffer();
}

/** Tiles of quarter circles, rotated by their position, with the logo at the lower right. */
function backgroundSvg(): string {
  const tiles: string[] = [];
  for (let row = 0; row < height / tile; row++)
    for (let column = 0; column < Math.ceil(width / tile); column++)
      tiles.push(tileSvg(column * tile, row * tile, (column * 3 + row * 5 + ((column * row) % 4)) % 4));
  const mark = `<g transform="translate(${width - 250} ${height - 250}) scale(6)"><rect width="32" height="32" rx="6" fill="#fff"/>
    <g fill="#1f50b2"><path d="M2 7a5 5 0 0 1 5-5h7.5v6.652A7.5 7.5 0 0 0 8.652 14.5H2z"/><path d="M30 7a5 5 0 0 0-5-5h-7.5v6.652A7.5 7.5 0 0 1 23.348 14.5H30z"/><path d="M2 25a5 5 0 0 0 5 5h7.5v-6.652A7.5 7.5 0 0 1 8.652 17.5H2z"/><path d="M30 25a5 5 0 0 1-5 5h-7.5v-6.652A7.5 7.5 0 0 0 23.348 17.5H30z"/></g><circle cx="16" cy="16" r="4.25" fill="#f8b734"/></g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#e8effc"/>${tiles.join('')}${mark}</svg>`;
}

function tileSvg(x: number, y: number, quarterTurns: number): string {
  const rotation = `rotate(${quarterTurns * 90} ${tile / 2} ${tile / 2})`;
  return `<g transform="translate(${x} ${y}) ${rotation}"><path d="M0 0H${tile}A${tile} ${tile} 0 0 1 0 ${tile}Z" fill="#1f50b2"/><path d="M0 0H${tile / 2}A${tile / 2} ${tile / 2} 0 0 1 0 ${tile / 2}Z" fill="#77a4f6"/></g>`;
}
