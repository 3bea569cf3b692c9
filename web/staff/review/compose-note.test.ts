import { expect, test } from 'vitest';
import { reviewReasons } from '#domain/listings/listings.ts';
import { composeNote } from './compose-note.ts';

test('one reason is one sentence that says what to do', () => {
  expect(composeNote('request_changes', ['photos_poor'])).toBe(
    'Seu anúncio precisa de um ajuste: as fotos não mostram bem o item. Corrija e envie de novo.',
  );
});

test('several reasons are listed in order', () => {
  expect(composeNote('reject', ['forbidden_item', 'contact_data', 'duplicate'])).toBe(
    'Seu anúncio não pode ser publicado: este item não pode ser vendido aqui; há telefone, e-mail ou link no anúncio e este anúncio repete outro que já existe.',
  );
});

test('without a reason, or with «outro» alone, the reviewer writes the note', () => {
  expect(composeNote('reject', [])).toBe('');
  expect(composeNote('reject', ['other'])).toBe('');
});

test('every other reason has a phrase', () => {
  for (const reason of reviewReasons.filter((one) => one !== 'other'))
    expect(composeNote('request_changes', [reason]), reason).not.toBe('');
});
