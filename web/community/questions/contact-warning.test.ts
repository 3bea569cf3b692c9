import { expect, test } from 'vitest';
import { contactWarning } from './contact-warning.ts';

test('the warning shows the masked text', () => {
  expect(contactWarning('Me chama no •••?')).toContain('Vai sair assim: «Me chama no •••?»');
});
