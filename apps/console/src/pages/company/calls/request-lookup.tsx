import { Link, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { parseCredits } from '../../../amounts/credits.ts'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Fact } from '../../../parts/facts.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { CopyText } from '../../../parts/text/copy-text.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { callsTexts, refusalTexts as texts } from '../../../words/en/company/calls.ts'
import { nameKeys } from '../../settings/name-keys.ts'
import { type FindRequestResult, findRequest } from './calls.generated.ts'
import { type RefusedRequest, wordsOfRule } from './refused-list.tsx'

type RequestLookupProps = { companyId: string; requestId: string; back: ReactNode }

/** What became of a request: a call has a receipt, and a refused request an explanation. */
export function RequestLookup({ companyId, requestId, back }: RequestLookupProps) {
  const asked = useAsked(findRequest, { companyId, requestId }, { topics: ['CALLS', 'BALANCE'] })
  return (
    <Loaded asked={asked}>
      {(found) => {
        const call = found.find.find(({ kind }) => kind === 'CALL')
        const refused = found.refusals.nodes[0]
        if (call) return <Navigate to={`/c/${companyId}/calls/${call.id}`} replace />
        return refused ? (
          <RefusedPanel companyId={companyId} refused={refused} found={found} back={back} />
        ) : (
          <div className="panel">
            <Empty icon="search" title={texts.unknown} action={back}>
              <p>{texts.unknownText}</p>
            </Empty>
          </div>
        )
      }}
    </Loaded>
  )
}

type RefusedPanelProps = {
  companyId: string
  refused: RefusedRequest
  found: FindRequestResult
  back: ReactNode
}

function RefusedPanel({ companyId, refused, found, back }: RefusedPanelProps) {
  const { title, advice } = wordsOfRule(refused.rule)
  const key = `/c/${companyId}/profile/api-keys/${refused.keyId}`
  return (
    <div className="stack">
      <Notice tone="warn" title={`${refused.status} · ${title}`}>
        <p>{refused.message}</p>
        {refused.omitted > 0 ? <p>{texts.more(refused.omitted)}</p> : null}
      </Notice>
      <Panel title={texts.facts} aside={back}>
        <dl className="facts">
          <Fact label={texts.at}>
            <Moment at={refused.at} as="second" />
          </Fact>
          <Fact label={texts.requestId}>
            <CopyText text={refused.requestId} label={texts.requestId} />
          </Fact>
          <Fact label={callsTexts.key}>
            <Link to={key}>{nameKeys(found.apiKeys.nodes)(refused.keyId)}</Link>
          </Fact>
          {refused.model === null ? null : <Fact label={callsTexts.model}>{refused.model}</Fact>}
          <Credits label={texts.estimate} credits={refused.estimate} />
          <Credits label={texts.balance} credits={refused.balance} />
          <Credits label={texts.held} credits={refused.held} />
        </dl>
      </Panel>
      <Panel title={texts.what}>
        <div className="stack">
          <p>{advice}</p>
          {refused.rule === 'credits_insufficient' && refused.estimate !== null ? (
            <WouldItPass estimate={refused.estimate} balance={found.creditBalance} />
          ) : null}
          <div className="actions">
            {refused.status === 402 ? (
              <Link className="button" data-kind="primary" to={`/c/${companyId}/profile/billing`}>
                {texts.topUp}
              </Link>
            ) : null}
            <Link className="button" to={key}>
              {texts.openKey}
            </Link>
          </div>
        </div>
      </Panel>
    </div>
  )
}

type WouldItPassProps = { estimate: string; balance: FindRequestResult['creditBalance'] }

function WouldItPass({ estimate, balance }: WouldItPassProps) {
  const passes = parseCredits(balance.credits) - parseCredits(balance.held) >= parseCredits(estimate)
  return (
    <p>
      {texts.balanceNow} <Amount credits={balance.credits} hasUnit />
      {'. '}
      {passes ? texts.passesNow : texts.stillShort}
    </p>
  )
}

function Credits({ label, credits }: { label: string; credits: string | null }) {
  if (credits === null) return null
  return (
    <Fact label={label}>
      <Amount credits={credits} hasUnit />
    </Fact>
  )
}
