import { expect, test } from 'vitest'
import { loadPdfLibrary } from '../pdfjs/load-pdf-library.ts'
import { readPdf } from '../pdfjs/read-pdf.ts'
import { documentLimits } from '../limits/document-limits.ts'
import { readDocument } from '../read-document.ts'
import { composeSample, warmUp } from './warm-up.ts'

test('the sample is a readable document', { timeout: 60_000 }, async () => {
  const library = await loadPdfLibrary()
  const outcome = await readDocument(composeSample(), {
    limits: documentLimits,
    readPdf: (pdf) => readPdf(library, pdf, { limits: documentLimits, onPages: () => undefined }),
  })
  expect(outcome).toMatchObject({ kind: 'read', text: { pages: 3 } })
  expect(outcome.kind === 'read' && outcome.text.lines).toHaveLength(120)
})

test('the measured slowness is at least 1 and at most 4', async () => {
  const measure = (cpuMs: number) => {
    const usage = { user: cpuMs * 600, system: cpuMs * 400 }
    return warmUp(
      () => Promise.resolve(),
      (since) => (since ? usage : { user: 0, system: 0 }),
    )
  }
  expect(await measure(1)).toBe(1)
  expect(await measure(300)).toBe(2)
  expect(await measure(1_000)).toBe(4)
})
