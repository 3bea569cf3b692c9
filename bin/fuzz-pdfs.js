import { launch } from './launcher.js';

await launch('test/files/fuzz-pdfs.ts');
