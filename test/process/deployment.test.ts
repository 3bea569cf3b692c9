import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { poolerSettings } from '#server/database/pooler.ts';

/** What `compose.yaml` and the chart under `ops/helm` promise of every process of ours, read as text. */
const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const chart = (name: string) => read(`ops/helm/praca/templates/${name}`);

test('compose runs site and worker apart, without rights and with a root that nothing writes to', () => {
  const compose = read('compose.yaml');
  const [, hardened] = /x-hardened: &hardened\n(.*?)\n\n/s.exec(compose)!;
  for (const line of ['read_only: true', "cap_drop: ['ALL']", 'no-new-privileges:true', "tmpfs: ['/tmp']"])
    expect(hardened).toContain(line);
  expect(compose).toMatch(/x-praca: &praca\n {2}<<: \*hardened/);
  for (const role of ['web', 'worker']) expect(compose).toContain(`ROLE: ${role}`);
});

describe('the chart', () => {
  test.each(['web.yaml', 'worker.yaml'])('%s is restarted only when its process hangs', (name) => {
    const [, liveness] = /livenessProbe:\n((?: {12}.*\n)+)/.exec(chart(name))!;
    expect(liveness).toMatch(name === 'web.yaml' ? /path: \/healthz/ : /path: \/metrics/);
    expect(liveness).not.toContain('/readyz');
    expect(chart(name)).toContain('include "praca.container"');
    expect(chart(name)).toContain('include "praca.pod"');
  });

  test('asks the site whether it is ready, and gives no process any right', () => {
    expect(chart('web.yaml')).toMatch(/readinessProbe:\n.*path: \/readyz/);
    const common = chart('_helpers.tpl');
    for (const line of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'capabilities: { drop: [ALL] }',
      'automountServiceAccountToken: false',
    ])
      expect(common).toContain(line);
    for (const kind of ['PodDisruptionBudget', 'NetworkPolicy'])
      expect(chart('safety.yaml')).toContain(`kind: ${kind}`);
  });
});

test('the pooler of compose has what the server asks of one', () => {
  const settings = read('ops/pgbouncer/pgbouncer.ini');
  expect(settings).toContain(poolerSettings);
  expect(settings).toContain('pool_mode = transaction');
  expect(settings).toMatch(/max_prepared_statements = [1-9]/);
});
