// The program of a reading process: loads its libraries, reports that it is ready, and reads the documents that it is
// sent, one at a time. It exits after a fixed number of documents, or earlier if they have leaked too much memory.
import { Worker } from 'node:worker_threads'
import type { DocumentLimits } from '../limits/document-limits.ts'
import { loadPdfLibrary } from '../pdfjs/load-pdf-library.ts'
import { readPdf } from '../pdfjs/read-pdf.ts'
import { readDocument } from '../read-document.ts'
import { warmUp } from './warm-up.ts'
import {
  cellCount,
  cpuMsMaxCell,
  isReadingCell,
  type ReadReply,
  type ReadRequest,
  type WatchSettings,
} from './process-messages.ts'

const leftoverBytesMax = 50_331_648

const { limits, documentsMax } = JSON.parse(process.argv[2] ?? '{}') as {
  limits: DocumentLimits
  documentsMax: number
}
const cells = new Int32Array(new SharedArrayBuffer(cellCount * Int32Array.BYTES_PER_ELEMENT))
const settings: WatchSettings = { cells, memoryBytesMax: limits.memoryBytesMax }
const watcher = new Worker(new URL('watch-usage.ts', import.meta.url), { workerData: settings })
await new Promise((resolve) => watcher.once('online', resolve))
const library = await loadPdfLibrary()
const slowness = await warmUp(
  (sample) => readPdf(library, sample, { limits, onPages: () => undefined }),
  process.cpuUsage,
)
const idleBytes = process.memoryUsage.rss()
let documents = 0

process.on('message', ({ bytes }: ReadRequest) => {
  void read(bytes).then(reply)
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')

async function read(bytes: Uint8Array): Promise<ReadReply> {
  allowPages(1)
  Atomics.store(cells, isReadingCell, 1)
  Atomics.notify(cells, isReadingCell)
  const document = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const outcome = await readDocument(document, {
    limits,
    readPdf: (pdf) => readPdf(library, pdf, { limits, onPages: allowPages }),
  })
  Atomics.store(cells, isReadingCell, 0)
  documents += 1
  const isSpent = process.memoryUsage.rss() - idleBytes > leftoverBytesMax
  return { outcome, isLast: isSpent || documents >= documentsMax }
}

function allowPages(pages: number): void {
  Atomics.store(cells, cpuMsMaxCell, slowness * (limits.cpuMsBase + pages * limits.cpuMsPerPage))
}

function reply(message: ReadReply): void {
  process.send?.(message, () => {
    if (message.isLast) process.exit(0)
  })
}
