import { expect, test } from 'vitest';
import { creationFailure } from './new-passkey.ts';

test('a closed dialog of the browser is no failure', () => {
  expect(creationFailure(new DOMException('', 'NotAllowedError'))).toBeNull();
});

test('a device that has a key already says so', () => {
  expect(creationFailure(new DOMException('', 'InvalidStateError'))).toContain('já tem uma chave');
  expect(creationFailure(new Error('anything'))).toContain('Tente de novo');
});
