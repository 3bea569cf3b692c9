import { launch } from './launcher.js';

await launch('db/generate-schema.ts');
