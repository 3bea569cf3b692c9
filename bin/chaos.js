import { launch } from './launcher.js';

await launch('test/chaos/chaos.ts');
