import { describe, expect, it } from 'vitest';
import { alreadyAnswered } from './question-hints.ts';

describe('a question', () => {
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
