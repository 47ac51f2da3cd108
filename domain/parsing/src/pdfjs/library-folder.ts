import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** Where pdf.js is installed, with its tables of characters and fonts. */
export function findLibraryFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
}
