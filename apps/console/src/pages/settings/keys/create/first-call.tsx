import { useAsked } from '../../../../graphql/use-asked.ts'
import { Notice } from '../../../../parts/states/notice.tsx'
import { Amount } from '../../../../parts/text/amount.tsx'
import { secretTexts as texts } from '../../../../words/en/settings/keys.ts'
import { type FirstCallResult, firstCall } from '../keys.generated.ts'

const pollMs = 2_000

/** Waits for the first request with a new key, and says what became of it. */
export function FirstCall({ companyId, keyId }: { companyId: string; keyId: string }) {
  const variables = { companyId, keyId }
  const { data } = useAsked(firstCall, variables, { topics: ['CALLS'], pollMs })
  const call = data?.calls.nodes[0]
  if (call) return <Arrived call={call} />
  const refusal = data?.refusals.nodes[0]
  if (refusal)
    return (
      <Notice tone="warn" title={texts.refused}>
        <p>{refusal.message}</p>
      </Notice>
    )
  return (
    <p className="waiting soft small" role="status">
      {texts.waiting}
    </p>
  )
}

function Arrived({ call }: { call: FirstCallResult['calls']['nodes'][number] }) {
  if (call.status === 'FAILED') return <Notice tone="warn" title={texts.failed} />
  return (
    <Notice tone="good" title={texts.arrived}>
      <p>
        {texts.arrivedText(call.model)} <Amount credits={call.credits} hasUnit />
      </p>
    </Notice>
  )
}
