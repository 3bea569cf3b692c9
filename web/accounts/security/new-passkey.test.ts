import { expect, test } from 'vitest';
import { creationFailure } from './new-passkey.ts';

test('closing the browser’s dialog is no error', () => {
  expect(creationFailure(new DOMException('', 'NotAllowedError'))).toBeNull();
});

test('a device that already has a passkey gets its own error text', () => {
  expect(creationFailure(new DOMException('', 'InvalidStateError'))).toContain('já tem uma chave');
  expect(creationFailure(new Error('anything'))).toContain('Tente de novo');
});
