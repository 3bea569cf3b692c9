import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The button is visible, states why it is disabled, and does nothing. */
export async function expectDisabled(button: Locator): Promise<void> {
  await button.waitFor();
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
}

/** The call that the screen would make, with the person's own token. @returns its status */
export async function knock(page: Page, method: string, path: string, body?: object): Promise<number> {
  return page.evaluate(
    async ([verb, address, content]) => {
      const xsrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)![1]!;
      const reply = await fetch(`/api/v1${address}`, {
        method: verb,
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${localStorage.getItem('marketplace_auth')}`,
          'X-XSRF-TOKEN': decodeURIComponent(xsrf),
          'Idempotency-Key': crypto.randomUUID(),
        },
        body: content,
      });
      return reply.status;
    },
    [method, path, body && JSON.stringify(body)] as const,
  );
}

/** The reply to a decision of the final review, which is sent after six seconds in which it can be undone. */
export function decision(page: Page) {
  return page.waitForResponse((reply) => reply.url().endsWith('/decision') && reply.ok());
}
