// Measures what opening the document workers and then reading a first CV cost. Runs as a thread, which has its own copy of
// all modules, so that no other test has built the names before.
import { parentPort } from 'node:worker_threads'
import { composeText } from '@gatehouse/documents/compose-text'
import type { DocumentText } from '@gatehouse/parsing/document-text'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import { splitLines } from '@gatehouse/reading/text-lines'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { builtInTalentNames } from '@gatehouse/talents/talent-names'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { openDocumentWorkers } from '../background/documents/open-document-workers.ts'
import { readByRules } from '../background/documents/parse-cv.ts'

export type FirstReading = { openedCpuMs: number; firstReadCpuMs: number }

const cv = `Jane Doe
Springfield

EXPERIENCE
Senior Welder
Acme Pipelines
March 2021 - present
`

const document: DocumentText = {
  kind: 'text',
  pages: null,
  lines: splitLines(cv),
  links: [],
  hidden: [],
  ocrPages: [],
  europassXml: null,
}

const clock = createSystemClock()
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
// Nothing is asked of either server, so no connection is opened.
const postgres = createPostgres({
  url: new Secret('postgres://127.0.0.1:1/none'),
  applicationName: 'test',
  poolSizeMax: 1,
  logger,
})
const deps = {
  clock,
  ids: createIds(clock),
  logger,
  metrics: createMetrics('test'),
  shards: oneShard(postgres),
}
const storeUrl = new Secret('s3+http://key:secret@127.0.0.1:1/none')

await using scope = new AsyncDisposableStack()
const openedCpuMs = measure(() => openDocumentWorkers(deps, { storeUrl, parsing: undefined }, scope))
const firstReadCpuMs = measure(() => {
  const names = builtInTalentNames()
  const { text } = composeText(document, names)
  readByRules(text, new Date(), names)
})
parentPort?.postMessage({ openedCpuMs, firstReadCpuMs } satisfies FirstReading, [])

function measure(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
