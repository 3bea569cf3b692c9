/** Saves a PDF in base 64 as a file. @param name without its ending */
export function savePdf(base64: string, name: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  Object.assign(document.createElement('a'), { href: url, download: `${name}.pdf` }).click();
  URL.revokeObjectURL(url);
}
