/** Top-level names that no mail reaches from the internet (RFC 2606, 6761, 6762, 7686, 9476). */
const reserved = new Set(
  'alt arpa corp example home internal invalid lan local localdomain localhost onion test'.split(' '),
);

const maxLocal = 64;
const maxAddress = 254;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The one spelling of an address (T40, T42): composed letters (NFC), lower case, the domain as mail servers know it
 * (punycode). What is no address stays as it was typed, so that a form can show it.
 */
export function spellEmail(typed: string): string {
  const text = typed.trim().normalize('NFC').toLowerCase();
  const at = text.lastIndexOf('@');
  const domain = asciiDomain(text.slice(at + 1));
  return at < 1 || domain === null ? text : text.slice(0, at + 1) + domain;
}

/**
 * Whether mail may reach the address, by its form alone; no network is asked. Quoted forms, IP literals, dots at an
 * end or in a row, names without a top level and reserved ones are refused (RFC 5321 §4.5.3.1).
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

/** What is typed to sign in: an address, or a user name with or without `@` before it. */
export function spellLogin(typed: string): string {
  const text = typed.trim();
  const name = /^@\s*([^@]*)$/.exec(text);
  if (name) return name[1]!;
  return text.includes('@') ? spellEmail(text) : text;
}

/** The domain in ASCII; null for what the URL standard (UTS 46) does not read as a host name. */
function asciiDomain(domain: string): string | null {
  if (/[/?#@:%\\[\]\s]/.test(domain) || domain === '') return null;
  const url = `http://${domain}`;
  const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: '' };
  return hostname === '' || /^[\d.]+$/.test(hostname) ? null : hostname;
}
