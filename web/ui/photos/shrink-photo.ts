const longestSidePx = 2_048;
const quality = 0.86;
/** Types the server accepts unchanged. */
const accepted = /^image\/(jpeg|png|webp)$/;

/**
 * Prepares a photo for upload: upright, at most 2048 px, as WebP, or as JPEG when the browser cannot encode WebP, which
 * shows by a PNG as result. Redrawing removes EXIF data, including the location. Returns the original file when the
 * browser cannot decode it, or when the result is larger; the server removes EXIF data as well.
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

/** JPEG has no transparency, so a transparent image stays PNG. */
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
