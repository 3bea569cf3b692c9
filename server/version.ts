import manifest from '../package.json' with { type: 'json' };

/** The version of this code: `npm version` writes it (docs/operations.md, Upgrade). */
export const version: string = manifest.version;
