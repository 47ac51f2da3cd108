// Loads pdf.js: its legacy build (the modern one needs the latest browsers), in this thread, with rendering, scripts
// and fetching disabled. Only the reading process loads it, because it patches globals.
import { pathToFileURL } from 'node:url'
import type * as PdfJs from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { OperatorList } from './page-operation.ts'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

export type PdfPage = {
  view: readonly number[]
  userUnit: number
  commonObjs: { has(id: string): boolean; get(id: string): unknown }
  getOperatorList(): Promise<OperatorList>
  getAnnotations(): Promise<unknown[]>
  cleanup(): unknown
}

export type PdfDocument = {
  numPages: number
  getPage(number: number): Promise<PdfPage>
  getAttachments(): Promise<Map<string, unknown> | null>
  getAttachmentContent(key: string): Promise<unknown>
  getOptionalContentConfig(): Promise<{ isVisible(group: unknown): boolean }>
}

export type PdfLibrary = {
  operatorNames: ReadonlyMap<number, string>
  open(bytes: Buffer): Promise<OpenPdf>
}

export type OpenPdf = { document: PdfDocument; close(): Promise<void> }

/** An image that was not blanked is not decoded above this number of pixels. */
const imagePixelsMax = 1_000_000

export async function loadPdfLibrary(): Promise<PdfLibrary> {
  const base = findLibraryFolder()
  // The minified files load in half the time but come without types.
  const load = (file: string): Promise<unknown> => import(pathToFileURL(`${base}/legacy/build/${file}`).href)
  const pdfjs = (await load('pdf.min.mjs')) as typeof PdfJs
  // pdf.js checks this global before it starts a worker of its own.
  Object.assign(globalThis, { pdfjsWorker: await load('pdf.worker.min.mjs') })
  return {
    operatorNames: new Map(Object.entries(pdfjs.OPS).map(([name, code]) => [code, name])),
    async open(bytes) {
      const task = pdfjs.getDocument({
        data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length),
        cMapUrl: `${base}/cmaps/`,
        standardFontDataUrl: `${base}/standard_fonts/`,
        disableFontFace: true,
        fontExtraProperties: true,
        useSystemFonts: false,
        useWorkerFetch: false,
        enableXfa: false,
        maxImageSize: imagePixelsMax,
        verbosity: 0,
      })
      return { document: await task.promise, close: () => task.destroy() }
    },
  }
}

/** Returns the folder of pdf.js, including its character maps and fonts. */
export function findLibraryFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
}
