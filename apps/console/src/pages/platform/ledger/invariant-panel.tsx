import { Panel } from '../../../parts/panel.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { ledgerTexts as texts } from '../../../words/en/platform/ledger.ts'
import type { PlatformLedgerResult } from './ledger.generated.ts'

export type Run = PlatformLedgerResult['reconciliations']['nodes'][number]

/** What the last run has found for each invariant. One that it did not check is marked as such. */
export function InvariantPanel({ run }: { run: Run }) {
  const found = new Map(run.checked.map(({ invariant, accounts }) => [invariant, accounts]))
  return (
    <Panel
      title={texts.invariants}
      isFlush
      aside={
        <span className="soft small">
          {texts.checked} <Moment at={run.endedAt} as="ago" /> {texts.took((run.tookMs / 1_000).toFixed(1))}
        </span>
      }
    >
      <ul className="rows">
        {Object.entries(texts.meanings).map(([invariant, meaning]) => (
          <li key={invariant} className="row">
            <code className="invariant">{invariant}</code>
            <p className="row-text">{meaning}</p>
            <InvariantState accounts={found.get(invariant)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function InvariantState({ accounts }: { accounts: number | undefined }) {
  if (accounts === undefined) return <Badge>{texts.unchecked}</Badge>
  return accounts === 0 ? (
    <Badge tone="good">{texts.holds}</Badge>
  ) : (
    <Badge tone="bad">{texts.accounts(accounts)}</Badge>
  )
}
