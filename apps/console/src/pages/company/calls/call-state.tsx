import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { reasonWords, statusWords } from '../../../words/en/company/calls.ts'
import type { CallStatus } from './calls-search.ts'

const tones: Record<CallStatus, BadgeTone> = { SUCCEEDED: 'good', FAILED: 'bad', PARKED: 'warn' }

/** How a call ended; for a call that was not charged, why. */
export function CallState({ status, reason }: { status: CallStatus; reason: string | null }) {
  return (
    <Badge tone={tones[status]}>
      {reason === null ? statusWords[status] : (reasonWords[reason] ?? reason)}
    </Badge>
  )
}
