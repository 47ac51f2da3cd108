import type { BlindDetail } from './blind-detail.ts'
import type { Correction } from './correct/correction.ts'

/** What every part of the page needs. */
export type TalentPart = {
  companyId: string
  talent: BlindDetail
  documentPath: string | undefined
  onCorrect: (correction: Correction) => void
}
