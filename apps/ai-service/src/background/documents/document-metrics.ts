import type { DocumentKind } from '@gatehouse/documents/document'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter } from 'prom-client'

export type DocumentMetrics = {
  countRead(kind: DocumentKind, outcome: 'read' | 'refused'): void
  /** `refused`: the model refused the CV, so rules alone read it. */
  countParsed(mode: 'model' | 'rules' | 'refused'): void
}

export function createDocumentMetrics(metrics: Metrics): DocumentMetrics {
  const registers = [metrics]
  const read = new Counter({
    name: 'gatehouse_documents_read_total',
    help: 'Documents read or refused, by kind',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const parsed = new Counter({
    name: 'gatehouse_cvs_parsed_total',
    help: 'CVs parsed into talents, by parser',
    labelNames: ['mode'],
    registers,
  })
  return {
    countRead: (kind, outcome) => read.inc({ kind: kind.toLowerCase(), outcome }),
    countParsed: (mode) => parsed.inc({ mode }),
  }
}
