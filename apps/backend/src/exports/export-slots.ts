// Limits the exports that run at the same time in this process. Each holds a connection and a snapshot of the database,
// so one company must not occupy all of them.
import { tooManyExports } from './export-faults.ts'

export type ExportSlots = {
  /** Returns a function that frees the slot; throws if the company or the process has none left. */
  take(companyId: string): () => void
}

export type ExportLimits = { perCompanyMax: number; totalMax: number }

export function createExportSlots({ perCompanyMax, totalMax }: ExportLimits): ExportSlots {
  const running = new Map<string, number>()
  let total = 0
  return {
    take(companyId) {
      const own = running.get(companyId) ?? 0
      if (own >= perCompanyMax) throw tooManyExports('A company', perCompanyMax)
      if (total >= totalMax) throw tooManyExports('All companies together', totalMax)
      running.set(companyId, own + 1)
      total += 1
      return () => {
        total -= 1
        const left = (running.get(companyId) ?? 1) - 1
        if (left > 0) running.set(companyId, left)
        else running.delete(companyId)
      }
    },
  }
}
