const longestSidePx = 2_048;
const quality = 0.86;
/** What the server takes as it is. */
const accepted = /^image\/(jpeg|png|webp)$/;

/**
 * A photo ready to send: upright, at most 2048 px, WebP, or JPEG where the browser cannot write WebP and says so by
 * handing out PNG. Drawing it again drops EXIF, and with it the place where it was taken. Returns the file itself when
 * the browser cannot decode it, or when drawing made it larger; the server drops the EXIF of what it takes.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap) return file;
  const scale = Math.min(1, longestSidePx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const drawn = await encode(canvas);
  if (!drawn) return file;
  return drawn.size > file.size && accepted.test(file.type) ? file : drawn;
}

/** JPEG knows no transparency: what has some stays PNG. */
async function encode(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const written = await write(canvas, 'image/webp');
  if (written?.type === 'image/webp' || (written && isTransparent(canvas))) return written;
  return (await write(canvas, 'image/jpeg')) ?? written;
}

function write(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

function isTransparent(canvas: HTMLCanvasElement): boolean {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  return pixels?.some((value, index) => index % 4 === 3 && value < 255) ?? false;
}
