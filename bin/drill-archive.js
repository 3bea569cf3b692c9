import { launch } from './launcher.js';

await launch('test/drills/archive.ts');
