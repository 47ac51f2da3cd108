import { Notice } from '../../../parts/states/notice.tsx'
import { signOnTexts as texts } from '../../../words/en/settings/members.ts'
import type { MembersResult } from './members.generated.ts'

/** How people log in if the company has single sign-on; nothing otherwise. */
export function SignOnHint({ singleSignOn }: Pick<MembersResult, 'singleSignOn'>) {
  const { provider, domains, isEnforced } = singleSignOn
  if (!provider) return null
  const confirmed = domains.filter(({ confirmedAt }) => confirmedAt !== null).map(({ domain }) => domain)
  if (confirmed.length === 0)
    return (
      <Notice tone="warn" title={texts.unconfirmed}>
        <p>{texts.unconfirmedText}</p>
      </Notice>
    )
  const say = isEnforced ? texts.enforcedText : texts.offeredText
  return (
    <Notice tone="info" title={isEnforced ? texts.enforced : texts.offered}>
      <p>{say(confirmed.join(', '), new URL(provider.issuer).host)}</p>
    </Notice>
  )
}
