import { describe, expect, test } from 'vitest';
import { formatPostalCode, parsePostalCode, stateOfPostalCode } from './postal-codes.ts';
import { states } from './states.ts';

describe('a typed postal code', () => {
  test.each([
    ['66055-190', '66055190'],
    ['66.055-190', '66055190'],
    [' 66055190 ', '66055190'],
    ['01001-000', '01001000'],
  ])('%j is read as %s', (typed, digits) => {
    expect(parsePostalCode(typed)).toBe(digits);
  });

  test.each(['', '6605519', '660551900', '66055-19a', '٦٦٠٥٥١٩٠', '66055/190'])('%j is refused', (typed) => {
    expect(parsePostalCode(typed)).toBeNull();
  });

  test('is shown with its hyphen', () => {
    expect(formatPostalCode('66055190')).toBe('66055-190');
  });
});

/** A postal code of each capital, and the edges where one state's codes are inside another's. */
const capitals = {
  AC: '69900062',
  AL: '57020000',
  AP: '68900073',
  AM: '69005010',
  BA: '40020000',
  CE: '60025000',
  DF: '70150900',
  ES: '29010000',
  GO: '74003010',
  MA: '65010000',
  MT: '78005000',
  MS: '79002000',
  MG: '30110000',
  PA: '66010000',
  PB: '58010000',
  PR: '80020310',
  PE: '50010000',
  PI: '64000020',
  RJ: '20040000',
  RN: '59010000',
  RS: '90010000',
  RO: '76801000',
  RR: '69301000',
  SC: '88010000',
  SP: '01001000',
  SE: '49010000',
  TO: '77001000',
} as const;

describe('the state of a postal code', () => {
  test('every state has a capital in its range', () => {
    expect(Object.keys(capitals).toSorted()).toEqual(states.toSorted());
    for (const [state, postalCode] of Object.entries(capitals))
      expect([postalCode, stateOfPostalCode(postalCode)]).toEqual([postalCode, state]);
  });

  test.each([
    ['72799999', 'DF'],
    ['72800000', 'GO'],
    ['72999999', 'GO'],
    ['73000000', 'DF'],
    ['73699999', 'DF'],
    ['73700000', 'GO'],
    ['76799999', 'GO'],
    ['76800000', 'RO'],
    ['69299999', 'AM'],
    ['69300000', 'RR'],
    ['69399999', 'RR'],
    ['69400000', 'AM'],
    ['69899999', 'AM'],
    ['69900000', 'AC'],
    ['68899999', 'PA'],
    ['68900000', 'AP'],
    ['19999999', 'SP'],
    ['20000000', 'RJ'],
    ['99999999', 'RS'],
  ])('%s is in %s', (postalCode, state) => {
    expect(stateOfPostalCode(postalCode)).toBe(state);
  });

  test.each(['00000000', '00999999', '78900000', '78999999'])('%s is in no state', (postalCode) => {
    expect(stateOfPostalCode(postalCode)).toBeNull();
  });
});
