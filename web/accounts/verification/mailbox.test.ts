import { expect, test } from 'vitest';
import { mailboxUrl } from './mailbox.ts';

test('knows the webmail of common providers only', () => {
  expect(mailboxUrl('ana@gmail.com')).toBe('https://mail.google.com/mail/');
  expect(mailboxUrl(' Ana@Yahoo.com.BR ')).toBe('https://mail.yahoo.com/');
  expect(mailboxUrl('ana@empresa.com.br')).toBeNull();
  expect(mailboxUrl('ana@constructor')).toBeNull();
  expect(mailboxUrl('ana')).toBeNull();
});
