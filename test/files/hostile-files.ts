import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { pngChunk, pngDeclaring, pngWith } from './png.ts';
import { withAppended, withFlippedByte, firstHalf, withBytesAt } from './corrupted-bytes.ts';

export interface HostileFile {
  name: string;
  type: string;
  bytes: Buffer;
  /** `clean`: a photo comes of it, without anything else that was in the file. */
  ends: 'refused' | 'clean' | 'either';
}

/** Stands in everything that must not survive. */
export const mark = 'SEGREDO';

const [jpegType, pngType, webpType, avifType] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
const jpegStart = Buffer.from('ffd8ffe000104a46494600', 'hex');
const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');
const webpStart = Buffer.from('RIFF\xff\xff\x00\x00WEBPVP8 ', 'latin1');
const avifStart = Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1');
const script = `<script>alert('${mark}')</script>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`;
const html = `<!doctype html><title>${mark}</title>${script}`;
const pdf = `%PDF-1.7\n1 0 obj<</S/JavaScript/JS(app.alert('${mark}'))>>endobj`;
const zip = Buffer.concat([Buffer.from('504b0304140000000000', 'hex'), Buffer.alloc(300, mark)]);

/** More than sixty hostile or corrupted uploads, generated on every run. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const [jpeg, png] = [await photo().jpeg().toBuffer(), await photo().png().toBuffer()];
  const [webp, avif] = [await photo().webp().toBuffer(), await photo().avif({ effort: 0 }).toBuffer()];
  return [
    ...noPhotos(),
    ...brokenPhotos({ jpeg, png, webp, avif }),
    ...(await bombs({ jpeg, png, webp, avif })),
    ...wrongNames({ jpeg, png, webp }),
    ...loadedPhotos({ jpeg, png }),
    ...(await taggedPhotos()),
    ...(await oddPhotos()),
  ];
}

type Whole = Record<'jpeg' | 'png' | 'webp' | 'avif', Buffer>;

const photo = (width = 120, height = 80) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });

function noPhotos(): HostileFile[] {
  return [
    refused('an SVG', 'image/svg+xml', svg),
    refused('an SVG called PNG', pngType, svg),
    refused('an SVG with a declaration called JPEG', jpegType, '<?xml version="1.0"?>', svg),
    refused('an SVG behind a byte order mark called WebP', webpType, '\ufeff', svg),
    refused('an SVG behind the signature of a PNG', pngType, pngStart, svg),
    refused('an HTML page called JPEG', jpegType, html),
    refused('an HTML page behind the signature of a JPEG', jpegType, jpegStart, html),
    refused('an HTML page behind the signature of a WebP', webpType, webpStart, html),
    refused('a PDF called JPEG', jpegType, pdf),
    refused('a PDF behind the signature of a JPEG', jpegType, jpegStart, pdf),
    refused('a PDF behind the signature of an AVIF', avifType, avifStart, pdf),
    refused('a ZIP called PNG', pngType, zip),
    refused('a ZIP behind the signature of a PNG', pngType, pngStart, zip),
    refused('a ZIP behind the signature of a WebP', webpType, webpStart, zip),
    refused(
      'a GIF',
      'image/gif',
      Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
    ),
    refused('a GIF called PNG', pngType, 'GIF89a', Buffer.alloc(40, 1)),
    refused('a BMP called JPEG', jpegType, 'BM', Buffer.alloc(60, 1)),
    refused('a TIFF called JPEG', jpegType, Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(60)),
    refused('an icon', 'image/x-icon', Buffer.from('00000100010010100000', 'hex')),
    refused('a HEIC called AVIF', avifType, Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')),
    refused('an MP4 called AVIF', avifType, Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1')),
    refused('the first box of an AVIF', avifType, avifStart),
    refused('a program called PNG', pngType, Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(200)),
    refused('a shell script called JPEG', jpegType, '#!/bin/sh\nrm -rf /\n'),
    refused('PostScript called JPEG', jpegType, '%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file'),
    refused(
      'an ImageMagick drawing called PNG',
      pngType,
      "push graphic-context\nimage over 0,0 0,0 'url(x)'",
    ),
    refused(
      'an XBM called PNG',
      pngType,
      '#define x_width 9\n#define x_height 9\nstatic char x_bits[] = {0};',
    ),
    refused('nothing called PNG', pngType),
    refused('nothing called JPEG', jpegType),
    refused('one byte', jpegType, Buffer.from([0xff])),
    refused('40 MB of noise behind the signature of a JPEG', jpegType, jpegStart, Buffer.alloc(40 << 20, 7)),
    refused('11 MB of noise behind the signature of a PNG', pngType, pngStart, Buffer.alloc(11 << 20, 7)),
  ];
}

function brokenPhotos({ jpeg, png, webp, avif }: Whole): HostileFile[] {
  return [
    { name: 'half a JPEG', type: jpegType, bytes: firstHalf(jpeg), ends: 'refused' },
    { name: 'half a PNG', type: pngType, bytes: firstHalf(png), ends: 'refused' },
    { name: 'half a WebP', type: webpType, bytes: firstHalf(webp), ends: 'refused' },
    { name: 'half an AVIF', type: avifType, bytes: firstHalf(avif), ends: 'refused' },
    { name: 'a PNG with a wrong checksum', type: pngType, bytes: withFlippedByte(png, 31), ends: 'either' },
  ];
}

async function bombs({ jpeg, png, webp, avif }: Whole): Promise<HostileFile[]> {
  const zeros = deflateSync(Buffer.alloc(64 << 20));
  const text = Buffer.concat([Buffer.from('Comment\0\0'), zeros]);
  const profile = Buffer.concat([Buffer.from('icc\0\0'), zeros]);
  const sizeOfJpeg = jpeg.indexOf(Buffer.from('ffc0', 'hex')) + 5;
  const giant = await photo(7_500, 7_500).png().toBuffer();
  return [
    { name: 'a PNG of 20,000 × 20,000', type: pngType, bytes: pngDeclaring(20_000, 20_000), ends: 'refused' },
    { name: 'a PNG of 65,535 × 65,535', type: pngType, bytes: pngDeclaring(65_535, 65_535), ends: 'refused' },
    {
      name: 'a PNG of 2³¹ pixels a side',
      type: pngType,
      bytes: pngDeclaring(2 ** 31 - 1, 2 ** 31 - 1),
      ends: 'refused',
    },
    { name: 'a PNG without width', type: pngType, bytes: pngDeclaring(0, 10), ends: 'refused' },
    {
      name: 'a JPEG of 65,500 × 65,500',
      type: jpegType,
      bytes: withBytesAt(jpeg, sizeOfJpeg, 'ffdcffdc'),
      ends: 'refused',
    },
    {
      name: 'an AVIF of 65,535 × 65,535',
      type: avifType,
      bytes: withBytesAt(avif, avif.indexOf('ispe') + 8, '0000ffff0000ffff'),
      ends: 'refused',
    },
    {
      name: 'a WebP that says it is longer',
      type: webpType,
      bytes: withBytesAt(webp, 4, 'ffffff7f'),
      ends: 'either',
    },
    { name: 'a real PNG of 56 megapixels', type: pngType, bytes: giant, ends: 'refused' },
    {
      name: 'a PNG with 64 MB of text',
      type: pngType,
      bytes: pngWith(png, pngChunk('zTXt', text)),
      ends: 'either',
    },
    {
      name: 'a PNG with 64 MB of profile',
      type: pngType,
      bytes: pngWith(png, pngChunk('iCCP', profile)),
      ends: 'either',
    },
    { name: 'a WebP of 300 frames', type: webpType, bytes: await film(300, 100), ends: 'clean' },
    { name: 'a WebP of 12 large frames', type: webpType, bytes: await film(12, 1_200), ends: 'clean' },
  ];
}

function wrongNames({ jpeg, png, webp }: Omit<Whole, 'avif'>): HostileFile[] {
  return [
    { name: 'a PNG as a stream of bytes', type: 'application/octet-stream', bytes: png, ends: 'refused' },
    { name: 'a PNG as a page', type: 'text/html', bytes: png, ends: 'refused' },
    { name: 'a PNG as a form', type: 'multipart/form-data; boundary=x', bytes: png, ends: 'refused' },
    { name: 'a JPEG called PNG', type: pngType, bytes: jpeg, ends: 'clean' },
    { name: 'a WebP called AVIF', type: avifType, bytes: webp, ends: 'clean' },
  ];
}

/** Whole photos with something else in them or behind them. */
function loadedPhotos({ jpeg, png }: Pick<Whole, 'jpeg' | 'png'>): HostileFile[] {
  const segment = (marker: number, data: string | Buffer) => {
    const body = Buffer.from(data as string);
    const head = Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]);
    return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
  };
  const thumbnail = Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\x08'), Buffer.from(mark), jpeg]);
  const words = Buffer.from(`Comment\0${script}`);
  return [
    { name: 'a JPEG and a ZIP', type: jpegType, bytes: withAppended(jpeg, zip), ends: 'clean' },
    { name: 'a PNG and an HTML page', type: pngType, bytes: withAppended(png, html), ends: 'clean' },
    { name: 'a JPEG and a PDF', type: jpegType, bytes: withAppended(jpeg, pdf), ends: 'clean' },
    {
      name: 'a JPEG and a film of it',
      type: jpegType,
      bytes: withAppended(jpeg, `\0\0\0\x18ftypmp42${mark}`),
      ends: 'clean',
    },
    {
      name: 'a JPEG with a program as comment',
      type: jpegType,
      bytes: segment(0xfe, `<?php '${mark}'`),
      ends: 'clean',
    },
    {
      name: 'a JPEG with a broken profile',
      type: jpegType,
      bytes: segment(0xe2, `ICC_PROFILE\0\x01\x01${mark}`),
      ends: 'clean',
    },
    {
      name: 'a JPEG with a small photo inside',
      type: jpegType,
      bytes: segment(0xe1, thumbnail),
      ends: 'clean',
    },
    {
      name: 'a JPEG with XMP',
      type: jpegType,
      bytes: segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${svg}`),
      ends: 'clean',
    },
    {
      name: 'a JPEG with IPTC',
      type: jpegType,
      bytes: segment(0xed, `Photoshop 3.0\x008BIM\x04\x04${mark}`),
      ends: 'clean',
    },
    { name: 'a PNG with words', type: pngType, bytes: pngWith(png, pngChunk('tEXt', words)), ends: 'clean' },
    {
      name: 'a PNG that says it moves',
      type: pngType,
      bytes: pngWith(png, pngChunk('acTL', Buffer.alloc(8, 1))),
      ends: 'clean',
    },
  ];
}

/** Place, owner and a lying orientation, in every format that knows them. */
async function taggedPhotos(): Promise<HostileFile[]> {
  return [
    { name: 'a JPEG with its place', type: jpegType, bytes: await tagged().jpeg().toBuffer(), ends: 'clean' },
    { name: 'a PNG with its place', type: pngType, bytes: await tagged().png().toBuffer(), ends: 'clean' },
    { name: 'a WebP with its place', type: webpType, bytes: await tagged().webp().toBuffer(), ends: 'clean' },
    {
      name: 'an AVIF with its place',
      type: avifType,
      bytes: await tagged().avif({ effort: 0 }).toBuffer(),
      ends: 'clean',
    },
  ];
}

async function oddPhotos(): Promise<HostileFile[]> {
  const deep = await photo().toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer();
  return [
    clean('a JPEG in CMYK', jpegType, await photo().toColourspace('cmyk').jpeg().toBuffer()),
    clean('a PNG of 16 bits', pngType, deep),
    clean('a PNG with a palette', pngType, await photo().png({ palette: true }).toBuffer()),
    clean('a grey PNG with holes', pngType, await photo().greyscale().ensureAlpha(0.5).png().toBuffer()),
    clean('a progressive JPEG', jpegType, await photo().jpeg({ progressive: true }).toBuffer()),
    clean('a JPEG in Display P3', jpegType, await photo().withIccProfile('p3').jpeg().toBuffer()),
    clean('a PNG of one pixel', pngType, await photo(1, 1).png().toBuffer()),
    clean('a JPEG of one pixel', jpegType, await photo(1, 1).jpeg().toBuffer()),
    clean('a PNG of 20,000 × 1', pngType, await photo(20_000, 1).png().toBuffer()),
    clean('a PNG of 1 × 20,000', pngType, await photo(1, 20_000).png().toBuffer()),
    clean('a JPEG of 50 megapixels', jpegType, await photo(10_000, 5_000).jpeg().toBuffer()),
  ];
}

/** A moving WebP. */
function film(frames: number, side: number): Promise<Buffer> {
  const height = frames * side;
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 2 };
  return sharp({
    create: { width: side, height, channels: 3, background: '#0a0', noise, pageHeight: side } as never,
  })
    .webp({ loop: 0, effort: 0, quality: 10 })
    .toBuffer();
}

function refused(name: string, type: string, ...parts: (string | Buffer)[]): HostileFile {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return { name, type, bytes, ends: 'refused' };
}

function clean(name: string, type: string, bytes: Buffer): HostileFile {
  return { name, type, bytes, ends: 'clean' };
}

function tagged() {
  return photo().withExif({
    IFD0: { Copyright: mark, Orientation: '6' },
    IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' },
  });
}
