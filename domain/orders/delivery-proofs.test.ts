import { expect, test } from 'vitest';
import {
  deliveryFileKinds,
  deliveryProofs,
  proofFault,
  provingKinds,
  wrongProof,
} from './delivery-proofs.ts';

test('every kind of file belongs to at most one kind of proof', () => {
  const proving = deliveryProofs.flatMap((proof) => provingKinds[proof]);
  expect(proving.toSorted()).toEqual([...deliveryFileKinds].toSorted());
});

test('a text proof neither needs nor accepts files', () => {
  expect(proofFault('text', [])).toBeNull();
  expect(proofFault('text', ['pdf'])).toBe(wrongProof.text);
});

test.each(['file', 'video'] as const)('a %s proof accepts no file of another kind', (asked) => {
  const others = deliveryFileKinds.filter((kind) => !provingKinds[asked].includes(kind));
  expect(proofFault(asked, [])).toMatch(/^Envie pelo menos um/);
  for (const kind of provingKinds[asked]) expect(proofFault(asked, [kind, kind])).toBeNull();
  for (const kind of others)
    expect(proofFault(asked, [provingKinds[asked][0]!, kind])).toBe(wrongProof[asked]);
});
