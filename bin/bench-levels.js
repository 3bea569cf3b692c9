import { launch } from './launcher.js';

await launch('test/load/levels.ts');
