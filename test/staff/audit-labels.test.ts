import { expect, test } from 'vitest';
import { templates } from '#server/notifications/templates/templates.ts';
import { decisionLabels } from '#domain/staff/audit-labels.ts';

test('whatever may stand in the record of the team has words there', () => {
  expect(Object.keys(templates).filter((kind) => !decisionLabels[kind])).toEqual([]);
});
