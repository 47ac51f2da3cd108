import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** Returns the folder of pdf.js, including its character maps and fonts. */
export function findLibraryFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
}
