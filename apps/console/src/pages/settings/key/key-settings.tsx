import { Link } from '@tanstack/react-router'
import { formatCredits, parseCredits } from '../../../amounts/credits.ts'
import { Facts } from '../../../parts/facts.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { CopyText } from '../../../parts/text/copy-text.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { createKeyTexts } from '../../../words/en/settings/keys.ts'
import { keyTexts as texts } from '../../../words/en/settings/key.ts'
import type { ApiKeyDetailResult } from './key.generated.ts'

const count = new Intl.NumberFormat('en')
const scopeNames: Readonly<Record<string, string>> = createKeyTexts.scopeNames

type KeySettingsProps = { companyId: string; data: ApiKeyDetailResult }

export function KeySettings({ companyId, data: { apiKey: key, siblings } }: KeySettingsProps) {
  const { monthlyCreditCap: cap, expiresAt, createdByEmail, rotatedFromId } = key
  const former = siblings.nodes.find(({ id }) => id === rotatedFromId)
  const permissions = key.scopes.map((scope) => scopeNames[scope] ?? scope)
  const facts = [
    { label: texts.models, value: key.modelAllowlist?.join(', ') ?? texts.allModels },
    {
      label: texts.permissions,
      value: [...permissions, ...(key.mayReadCompanyUsage ? [texts.companyUsage] : [])].join(', '),
    },
    {
      label: texts.cap,
      value: cap === null ? texts.noCap : texts.credits(formatCredits(parseCredits(cap))),
    },
    { label: texts.rate, value: texts.rateOf(count.format(key.rpmLimit), count.format(key.tpmLimit)) },
    { label: texts.expires, value: expiresAt === null ? texts.noExpiry : <Moment at={expiresAt} /> },
    {
      label: texts.created,
      value: (
        <>
          <Moment at={key.createdAt} /> {createdByEmail === null ? null : texts.createdBy(createdByEmail)}
        </>
      ),
    },
    ...(rotatedFromId === null
      ? []
      : [
          {
            label: texts.successorOf,
            value: (
              <Link to={`/c/${companyId}/profile/api-keys/${rotatedFromId}`} className="fact-link">
                {former ? `${former.name} …${former.hint}` : texts.formerKey}
              </Link>
            ),
          },
        ]),
    { label: texts.keyId, value: <CopyText text={key.id} label={texts.keyId} /> },
  ]
  return (
    <Panel title={texts.settings}>
      <Facts facts={facts} />
    </Panel>
  )
}
