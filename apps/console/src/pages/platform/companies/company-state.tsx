import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { type CompanyState as State, companyStateTexts } from '../../../words/en/platform/companies.ts'

const tones: Record<State, BadgeTone> = {
  ACTIVE: 'good',
  OUT_OF_CREDITS: 'warn',
  OVERDUE: 'warn',
  PAUSED: 'bad',
  SUSPENDED: 'bad',
}

/** Whether the calls of a company are served, and if not, why. */
export function CompanyState({ state }: { state: State }) {
  return <Badge tone={tones[state]}>{companyStateTexts[state]}</Badge>
}
