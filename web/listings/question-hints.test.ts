import { describe, expect, it } from 'vitest';
import { alreadyAnswered, mentionsContact } from './question-hints.ts';

describe('a question', () => {
  it('notices a telephone or an e-mail in the text', () => {
    expect(mentionsContact('me chama no (11) 98765-4321')).toBe(true);
    expect(mentionsContact('escreve para ana@exemplo.com')).toBe(true);
    expect(mentionsContact('funciona no iPhone 15 com 256 GB?')).toBe(false);
  });

  it('offers an answer that shares two words with it', () => {
    const questions = [
      { text: 'Funciona no celular Android?', answer: 'Funciona sim.' },
      { text: 'Tem nota fiscal?', answer: null },
    ];
    expect(alreadyAnswered('android', questions)).toEqual([]);
    expect(alreadyAnswered('funciona em android antigo', questions.slice(1))).toEqual([]);
    expect(alreadyAnswered('funciona em ANDROID antigo', questions)).toEqual([questions[0]]);
  });
});
