/** Documents and phones as they are shown: never whole, not even to their owner. */

/** `***.982.247-**` or `**.345.678/****-**`. */
export function maskedDocument(document: string): string {
  if (document.length === 11) return `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`;
  return `**.${document.slice(2, 5)}.${document.slice(5, 8)}/****-**`;
}

/** `+5511987654321` → `(11) *****-4321`. */
export function maskedPhone(phone: string): string {
  return `(${phone.slice(3, 5)}) *****-${phone.slice(-4)}`;
}
