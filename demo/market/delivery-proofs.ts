import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { addDeliveryFile, addDeliveryVideo } from '#contract/orders/delivery-files.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { DemoApi } from './demo-api.ts';

/**
 * Sends up what the order asks its seller for: a photo of the parcel, or a film of how it is packed.
 * @returns the files to deliver with; none where words are enough
 */
export async function uploadDeliveryProof(
  api: DemoApi,
  seller: string,
  { id, hash }: { id: number; hash: string },
): Promise<number[]> {
  const { rows } = await sql<{ asked: DeliveryProof }>`
    select delivery_proof as asked from orders where id = ${id}`.execute(api.ctx.db);
  const params = { hash };
  if (rows[0]!.asked === 'text') return [];
  const file =
    rows[0]!.asked === 'file'
      ? await api.call(seller, addDeliveryFile, {
          params,
          query: { name: 'etiqueta.png' },
          body: await drawParcel(orderCode(id)),
        })
      : await api.call(seller, addDeliveryVideo, {
          params,
          query: { name: 'embalando.webm' },
          body: await film,
        });
  return [file.id];
}

const film = readFile(new URL('packing.webm', import.meta.url));

/** A photo of a parcel with its label. */
function drawParcel(code: string): Promise<Buffer> {
  const bars = [...code].map((letter, place) => {
    const width = 6 + (letter.charCodeAt(0) % 5) * 4;
    return `<rect x="${330 + place * 34}" y="520" width="${width}" height="90" fill="#1b1b1b"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="1280" font-family="sans-serif">
    <rect width="960" height="1280" fill="#cfc8ba"/><rect y="980" width="960" height="300" fill="#a99877"/>
    <rect x="150" y="260" width="660" height="800" rx="10" fill="#c28d52"/>
    <rect x="440" y="260" width="80" height="800" fill="#e6d8bd"/>
    <rect x="290" y="400" width="400" height="330" rx="6" fill="#fffdf8"/>
    <text x="330" y="470" font-size="44" font-weight="bold" fill="#1b1b1b">${code}</text>${bars.join('')}
    <text x="330" y="680" font-size="30" fill="#444">Postado. Frágil.</text></svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}
