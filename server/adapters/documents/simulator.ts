import type { DocumentVerifier } from './document-verifier.ts';

/** Last names that the simulator knows something about; everybody else is who they say. */
const sentinels = [
  [/\bForadoar$/iu, null],
  [/\bDivergente$/iu, 'mismatch'],
  [/\bIncerta$/iu, 'unsure'],
] as const;

/** Confirms everybody but people of certain last names: «Divergente», «Incerta», and «Foradoar», for whom it is away. */
export function createDocumentSimulator(): DocumentVerifier {
  return {
    name: 'simulator',
    verify({ fullName }) {
      const answer = sentinels.find(([name]) => name.test(fullName))?.[1];
      return answer === null
        ? Promise.reject(new Error('documents: the simulator is away'))
        : Promise.resolve(answer ?? 'match');
    },
  };
}
