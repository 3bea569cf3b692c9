/** `1536` bytes as «1,5 kB», shown before a download. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  const [size, unit] = bytes < 1_048_576 ? [bytes / 1_024, 'kB'] : [bytes / 1_048_576, 'MB'];
  return `${size.toFixed(1).replace('.', ',')}\u00a0${unit}`;
}
