import { expect, test } from 'vitest';
import { contactWarning } from './contact-warning.ts';

test('the warning shows the text as others will read it', () => {
  expect(contactWarning('Me chama no •••?')).toContain('Vai sair assim: «Me chama no •••?»');
});
