import { Notice } from '../../../parts/states/notice.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { revokeTexts as texts } from '../../../words/en/settings/key.ts'
import { firstRefusalMs, formatSpan } from './first-refusal.ts'
import type { ApiKeyDetailResult } from './key.generated.ts'

/** Says that the key has ended, and for a revoked one when its first request afterwards was refused. */
export function EndedNotice({ data: { apiKey, afterRevocation } }: { data: ApiKeyDetailResult }) {
  const { status, revokedAt } = apiKey
  if (status === 'LIVE') return null
  if (revokedAt === null)
    return (
      <Notice tone="warn" title={texts.expired}>
        <p>{texts.expiredText}</p>
      </Notice>
    )
  const refusedMs = firstRefusalMs(revokedAt, afterRevocation)
  return (
    <Notice tone={refusedMs === undefined ? 'info' : 'good'} title={texts.revoked}>
      <p>
        {texts.revokedAt} <Moment at={revokedAt} /> {texts.utc}{' '}
        {afterRevocation.nodes.length === 0 ? texts.waiting : null}
        {refusedMs === undefined ? null : texts.firstRefusal(formatSpan(refusedMs))}
      </p>
    </Notice>
  )
}
