import type { DocumentKind } from '@gatehouse/documents/document'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter } from 'prom-client'

export type DocumentMetrics = { noteRead(kind: DocumentKind, outcome: 'read' | 'refused'): void }

export function createDocumentMetrics(metrics: Metrics): DocumentMetrics {
  const read = new Counter({
    name: 'gatehouse_documents_read_total',
    help: 'Documents that were read or refused, by kind',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  })
  return { noteRead: (kind, outcome) => read.inc({ kind: kind.toLowerCase(), outcome }) }
}
