import type { DocumentKind } from '@gatehouse/documents/document'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter } from 'prom-client'

export type DocumentMetrics = {
  noteRead(kind: DocumentKind, outcome: 'read' | 'refused'): void
  /** Refused: a model was asked and would not, so rules alone read it. */
  noteParsed(mode: 'model' | 'rules' | 'refused'): void
}

export function createDocumentMetrics(metrics: Metrics): DocumentMetrics {
  const registers = [metrics]
  const read = new Counter({
    name: 'gatehouse_documents_read_total',
    help: 'Documents that were read or refused, by kind',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const parsed = new Counter({
    name: 'gatehouse_cvs_parsed_total',
    help: 'CVs that became talents, by what read them',
    labelNames: ['mode'],
    registers,
  })
  return {
    noteRead: (kind, outcome) => read.inc({ kind: kind.toLowerCase(), outcome }),
    noteParsed: (mode) => parsed.inc({ mode }),
  }
}
