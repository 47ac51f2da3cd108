import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ConsoleFault } from '../../graphql/console-fault.ts'
import { postOperation } from '../../graphql/post-operation.ts'
import { Fact } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { Badge, type BadgeTone } from '../../parts/text/badge.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { statusTexts as texts } from '../../words/en/status.ts'
import { Gate } from '../identity/login/gate.tsx'
import { type PlatformStatusResult, platformStatus } from './status.generated.ts'

type Status = PlatformStatusResult['platformStatus']
type State = Status['state']

const everyMs = 15_000

const noticeTones = { OPERATIONAL: 'good', UNKNOWN: 'info', DEGRADED: 'warn', DOWN: 'bad' } as const
const badgeTones = {
  OPERATIONAL: 'good',
  UNKNOWN: 'neutral',
  DEGRADED: 'warn',
  DOWN: 'bad',
} as const satisfies Record<State, BadgeTone>

const parts = ['gateway', 'aiService', 'database'] as const

/** For everyone. It asks without a session, so that it also works while the database does not respond. */
export function StatusPage() {
  const asked = useQuery<PlatformStatusResult, ConsoleFault>({
    queryKey: [platformStatus.name],
    queryFn: ({ signal }) => postOperation(platformStatus, {}, { signal }),
    refetchInterval: everyMs,
  })
  return (
    <Gate title={texts.title} foot={<Link to="/">{texts.toConsole}</Link>}>
      <Loaded asked={asked} skeleton={<Skeleton lines={2} height={200} />}>
        {(data) => <StatusFacts status={data.platformStatus} />}
      </Loaded>
    </Gate>
  )
}

function StatusFacts({ status }: { status: Status }) {
  return (
    <>
      <Notice tone={noticeTones[status.state]} title={texts.summary[status.state]}>
        <p>
          {texts.asOf} <Moment at={status.checkedAt} as="time" /> {texts.utc}
        </p>
      </Notice>
      <dl className="facts facts-narrow">
        {parts.map((part) => (
          <Fact key={part} label={texts[part]}>
            <Badge tone={badgeTones[status[part]]}>{texts.state[status[part]]}</Badge>
          </Fact>
        ))}
        <Fact label={texts.reconciliation}>
          <Reconciliation status={status} />
        </Fact>
      </dl>
      <p className="soft small">{texts.reconciliationText}</p>
    </>
  )
}

function Reconciliation({ status: { database, lastReconciliation: last } }: { status: Status }) {
  if (!last) return database === 'OPERATIONAL' ? texts.none : texts.notKnown
  return (
    <>
      <Moment at={last.endedAt} />
      {last.isClean ? texts.clean : texts.differences}
    </>
  )
}
