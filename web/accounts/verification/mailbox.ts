const mailboxes: Record<string, string> = {
  'gmail.com': 'https://mail.google.com/mail/',
  'googlemail.com': 'https://mail.google.com/mail/',
  'hotmail.com': 'https://outlook.live.com/mail/',
  'outlook.com': 'https://outlook.live.com/mail/',
  'outlook.com.br': 'https://outlook.live.com/mail/',
  'live.com': 'https://outlook.live.com/mail/',
  'msn.com': 'https://outlook.live.com/mail/',
  'yahoo.com': 'https://mail.yahoo.com/',
  'yahoo.com.br': 'https://mail.yahoo.com/',
  'icloud.com': 'https://www.icloud.com/mail/',
  'me.com': 'https://www.icloud.com/mail/',
  'uol.com.br': 'https://email.uol.com.br/',
  'bol.com.br': 'https://email.bol.uol.com.br/',
  'terra.com.br': 'https://mail.terra.com.br/',
  'proton.me': 'https://mail.proton.me/',
};

/** The webmail URL of an address, for common domains; else null. */
export function mailboxUrl(email: string): string | null {
  const domain = email.trim().toLowerCase().split('@')[1] ?? '';
  return Object.hasOwn(mailboxes, domain) ? mailboxes[domain]! : null;
}
