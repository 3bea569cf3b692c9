import { connect } from '#db/connect.ts';
import type { Config } from '#server/config/config.ts';
import { firstAdminLinkMs, newFirstAdminLink } from '#server/accounts/first-admin.ts';

/**
 * Prints the link that makes the first administrator, in one line, while there is none. Each start prints another, and
 * earlier ones work until they expire.
 */
export async function sayFirstAdminLink(
  { demo, publicUrl }: Pick<Config, 'demo' | 'publicUrl'>,
  appUrl: string,
  say: (line: string) => void,
): Promise<void> {
  // The demo market brings its administrators along.
  if (demo) return;
  const db = connect(appUrl, { max: 1, applicationName: 'praca-first-admin' });
  try {
    const path = await newFirstAdminLink(db);
    if (path === null) return;
    const minutes = firstAdminLinkMs / 60_000;
    say(`Crie a conta de quem administra, uma vez e em até ${minutes} minutos: ${publicUrl}${path}`);
  } finally {
    await db.destroy();
  }
}
