import { expect, test } from 'vitest';
import { templates } from '#server/notifications/templates/templates.ts';
import { auditWords } from '#domain/staff/audit-words.ts';

test('whatever may stand in the record of the team has words there', () => {
  expect(Object.keys(templates).filter((kind) => !auditWords[kind])).toEqual([]);
});
