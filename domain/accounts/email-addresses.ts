/** Top-level domains that cannot receive mail from the internet (RFC 2606, 6761, 6762, 7686, 9476). */
const reserved = new Set(
  'alt arpa corp example home internal invalid lan local localdomain localhost onion test'.split(' '),
);

const maxLocal = 64;
const maxAddress = 254;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The canonical form of an address (T40, T42): NFC, lower case, the domain in punycode. Text that is not an address is
 * only trimmed, normalized and lowercased, so that a form can show it.
 */
export function normalizeEmail(typed: string): string {
  const text = typed.trim().normalize('NFC').toLowerCase();
  const at = text.lastIndexOf('@');
  const domain = asciiDomain(text.slice(at + 1));
  return at < 1 || domain === null ? text : text.slice(0, at + 1) + domain;
}

/**
 * Whether the address is deliverable by its form alone, without a network lookup. Quoted local parts, IP literals,
 * leading, trailing or repeated dots, domains without a top level and reserved ones are refused (RFC 5321 §4.5.3.1).
 */
export function isDeliverable(email: string): boolean {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const labels = email.slice(at + 1).split('.');
  const top = labels.at(-1)!;
  if (at < 1 || new TextEncoder().encode(local).length > maxLocal || email.length > maxAddress) return false;
  if (/[\s@<>()[\],;:"\\\p{Cc}]/u.test(local) || local.split('.').includes('')) return false;
  return (
    labels.length > 1 &&
    labels.every((each) => label.test(each)) &&
    /\D/.test(top) &&
    top.length > 1 &&
    !reserved.has(top)
  );
}

/** The canonical form of a sign-in name: an address, or a username with or without a leading `@`. */
export function normalizeLogin(typed: string): string {
  const text = typed.trim();
  const name = /^@\s*([^@]*)$/.exec(text);
  if (name) return name[1]!;
  return text.includes('@') ? normalizeEmail(text) : text;
}

/** The domain in ASCII; null when the URL standard (UTS 46) does not accept it as a host name. */
function asciiDomain(domain: string): string | null {
  if (/[/?#@:%\\[\]\s]/.test(domain) || domain === '') return null;
  const url = `http://${domain}`;
  const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: '' };
  return hostname === '' || /^[\d.]+$/.test(hostname) ? null : hostname;
}
