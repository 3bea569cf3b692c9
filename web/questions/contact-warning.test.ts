import { expect, test } from 'vitest';
import { contactWarning } from './contact-warning.ts';

test('the warning shows the text as others will read it', () => {
  expect(contactWarning(' Me chama no (11) 98765-4321? ')).toContain('Vai sair assim: «Me chama no •••?»');
});
