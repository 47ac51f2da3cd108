import { Link } from '@tanstack/react-router'
import { formatExact, parseCredits } from '../../../amounts/credits.ts'
import { Fact } from '../../../parts/facts.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { formatDuration } from '../../../time/durations.ts'
import { timeOfId } from '../../../time/time-of-id.ts'
import { receiptTexts as texts } from '../../../words/en/company/receipt.ts'
import { CallState } from '../calls/call-state.tsx'
import { nameKeys } from '../../settings/name-keys.ts'
import type { ReceiptCall } from './receipt-charge.tsx'
import type { ReceiptResult } from './receipt.generated.ts'

type CallFactsProps = { call: ReceiptCall; keys: ReceiptResult['apiKeys']['nodes']; companyId: string }

export function CallFacts({ call, keys, companyId }: CallFactsProps) {
  return (
    <div className="pair">
      <Panel title={texts.call}>
        <dl className="facts">
          <Fact label={texts.status}>
            <CallState {...call} />
          </Fact>
          <Fact label={texts.model}>
            <Link
              to={`/c/${companyId}/calls`}
              search={{ model: call.model }}
              data-tip={texts.callsOf(call.model)}
            >
              {call.model}
            </Link>
          </Fact>
          <Fact label={texts.key}>
            <Link to={`/c/${companyId}/profile/api-keys/${call.keyId}`}>{nameKeys(keys)(call.keyId)}</Link>
          </Fact>
          <Fact label={texts.operation}>{call.operation}</Fact>
          <Fact label={texts.started}>
            <Moment at={timeOfId(call.id)} as="second" />
          </Fact>
          <Fact label={texts.ended}>
            <Moment at={call.createdAt} as="second" />
          </Fact>
          <Fact label={texts.duration}>
            <span className="figures">{formatDuration(call.durationMs)}</span>
          </Fact>
        </dl>
      </Panel>
      <Panel title={texts.money}>
        <dl className="facts facts-amounts">
          <Credits label={texts.held} credits={call.held} />
          <Credits label={texts.before} credits={call.balanceBefore} />
          <Credits label={texts.charged} credits={call.charged} />
          <Credits label={texts.after} credits={call.balanceAfter} />
        </dl>
      </Panel>
    </div>
  )
}

function Credits({ label, credits }: { label: string; credits: string }) {
  return (
    <Fact label={label}>
      <Amount credits={credits} shown={formatExact(parseCredits(credits))} />
    </Fact>
  )
}
