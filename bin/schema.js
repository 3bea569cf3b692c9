import { launch } from './launcher.js';

const [first, ...rest] = process.argv.slice(2);
await (first === '--prove' ? launch('db/prove-baseline.ts', rest) : launch('db/generate-schema.ts'));
