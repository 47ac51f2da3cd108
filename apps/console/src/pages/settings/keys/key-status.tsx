import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { keyStatusTexts, keysTexts } from '../../../words/en/settings/keys.ts'

type KeyState = { status: 'LIVE' | 'EXPIRED' | 'REVOKED'; expiresAt: string | null }

const tones: Record<KeyState['status'], BadgeTone> = { LIVE: 'good', EXPIRED: 'neutral', REVOKED: 'bad' }

/** The same span in which Home warns of a key. */
const soonMs = 7 * 86_400_000

export function KeyStatus({ status, expiresAt }: KeyState) {
  if (status === 'LIVE' && isSoon(expiresAt)) return <Badge tone="warn">{keysTexts.expiresSoon}</Badge>
  return <Badge tone={tones[status]}>{keyStatusTexts[status]}</Badge>
}

function isSoon(moment: string | null): boolean {
  return moment !== null && Date.parse(moment) - Date.now() < soonMs
}
