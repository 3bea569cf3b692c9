import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Begun last, each of these would keep one worker busy while the others have nothing left. */
export const longest: readonly string[] = [
  'test/e2e/every-page.e2e.ts',
  'test/e2e/staff/dashboard.e2e.ts',
  'test/e2e/accounts/accounts.e2e.ts',
  'test/e2e/staff/areas.e2e.ts',
  'test/e2e/payments/money-back.e2e.ts',
  'test/e2e/listings/publishing.e2e.ts',
  'test/e2e/shell.e2e.ts',
  'test/e2e/staff/review-by-keys.e2e.ts',
  'test/e2e/orders/sale.e2e.ts',
  'server/main.test.ts',
  'test/chaos/chaos.test.ts',
  'test/process/crash.test.ts',
  'server/http/hostile-input.test.ts',
  'test/staff/staff-matrix.test.ts',
  'server/ledger/random.test.ts',
  'test/scenarios/machines.test.ts',
];

/** Vitest starts with the slowest files, which it knows only after an earlier run; a fresh clone uses this list. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The sequencer's own, and no array's.
    // oxlint-disable-next-line unicorn/no-array-sort
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => this.#place(one) - this.#place(other));
  }

  #place({ moduleId }: TestSpecification): number {
    const place = longest.indexOf(relative(this.ctx.config.root, moduleId));
    return place === -1 ? longest.length : place;
  }
}
