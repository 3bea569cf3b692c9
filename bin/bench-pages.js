import { launch } from './launcher.js';

await launch('test/load/own-pages.ts');
