import { Link } from '@tanstack/react-router'
import { formatExact, parseCredits } from '../../../amounts/credits.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { timeOfId } from '../../../time/time-of-id.ts'
import { homeTexts as texts } from '../../../words/en/company/home.ts'
import { CallState } from '../calls/call-state.tsx'
import { nameKeys } from '../../settings/name-keys.ts'
import type { HomeResult } from './home.generated.ts'

type LastCallsProps = Pick<HomeResult, 'calls' | 'apiKeys'> & { companyId: string }

export function LastCalls({ calls, apiKeys, companyId }: LastCallsProps) {
  const nameOfKey = nameKeys(apiKeys.nodes)
  return (
    <Panel
      title={texts.lastCalls}
      isFlush
      aside={
        <Link className="button" data-kind="quiet" data-size="s" to={`/c/${companyId}/calls`}>
          {texts.allCalls}
        </Link>
      }
    >
      <ul className="rows">
        {calls.nodes.map(({ id, keyId, model, status, reason, credits }) => (
          <li key={id} className="row">
            <span className="row-text">
              <span className="row-title">
                <Link className="row-link" to={`/c/${companyId}/calls/${id}`}>
                  {model}
                </Link>
                <CallState status={status} reason={reason} />
              </span>
              <span className="soft small">
                <span className="row-detail">
                  <Moment at={timeOfId(id)} as="ago" />
                </span>
                <span className="row-detail">{nameOfKey(keyId)}</span>
              </span>
            </span>
            <Amount credits={credits} shown={formatExact(parseCredits(credits))} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
