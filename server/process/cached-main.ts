import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// V8 keeps beside the bundle what it compiled for one start, and reads it at the next.
enableCompileCache(join(import.meta.dirname, '.compiled'));
await import('#server/main.ts');
