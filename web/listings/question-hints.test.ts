import { describe, expect, it } from 'vitest';
import { matchingAnswers } from './question-hints.ts';

describe('a question', () => {
  it('shows an answer that shares two words with it', () => {
    const questions = [
      { text: 'Funciona no celular Android?', answer: 'Funciona sim.' },
      { text: 'Tem nota fiscal?', answer: null },
    ];
    expect(matchingAnswers('android', questions)).toEqual([]);
    expect(matchingAnswers('funciona em android antigo', questions.slice(1))).toEqual([]);
    expect(matchingAnswers('funciona em ANDROID antigo', questions)).toEqual([questions[0]]);
  });
});
