import type { TalentDetailResult } from './talent.generated.ts'

/** A talent without the name and the contact details. */
export type BlindDetail = TalentDetailResult['talent']
