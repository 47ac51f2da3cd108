// The two records of a key: requests that were refused, and changes of its settings.
import { formatCredits } from '../../../amounts/credits.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { keyRefusalTexts, keyTrailTexts } from '../../../words/en/settings/key.ts'
import type { ApiKeyDetailResult } from './key.generated.ts'

export function KeyRefusals({ refusals }: { refusals: ApiKeyDetailResult['refusals']['nodes'] }) {
  return (
    <Panel title={keyRefusalTexts.title} isFlush>
      {refusals.length === 0 ? (
        <Empty icon="check" title={keyRefusalTexts.none}>
          <p>{keyRefusalTexts.noneText}</p>
        </Empty>
      ) : (
        // The region scrolls, so the keyboard must be able to reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="records" role="group" aria-label={keyRefusalTexts.title} tabIndex={0}>
          <ul className="rows">
            {refusals.map(({ requestId, at, status, message, omitted }) => (
              <li key={requestId} className="row">
                <Badge tone="bad">{status}</Badge>
                <div className="row-text">
                  <p className="small">{message}</p>
                  <p className="soft small">
                    <Moment at={at} as="ago" /> {omitted > 0 ? keyRefusalTexts.omitted(omitted) : null}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  )
}

type Entry = ApiKeyDetailResult['auditLog']['nodes'][number]

export function KeyTrail({ entries }: { entries: readonly Entry[] }) {
  return (
    <Panel title={keyTrailTexts.title} isFlush>
      {entries.length === 0 ? (
        <Empty icon="info" title={keyTrailTexts.none} />
      ) : (
        <ul className="rows">
          {entries.map((entry) => (
            <li key={entry.id} className="row trail">
              <div className="row-text">
                <p className="row-title">{keyTrailTexts.actions[entry.action] ?? entry.action}</p>
                {changesOf(entry.details).map((change) => (
                  <p key={change} className="soft small">
                    {change}
                  </p>
                ))}
              </div>
              <p className="soft small trail-by">
                <Moment at={entry.createdAt} /> {keyTrailTexts.by(entry.actorEmail ?? keyTrailTexts.operator)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** "calls per minute: 300 → 100" for each setting that the entry says was changed. */
function changesOf(details: unknown): string[] {
  const { before, after } = fieldsOf(details)
  const [old, changed] = [fieldsOf(before), fieldsOf(after)]
  return Object.keys(changed).map((name) =>
    keyTrailTexts.change(
      keyTrailTexts.fields[name] ?? name,
      describe(name, old[name]),
      describe(name, changed[name]),
    ),
  )
}

function describe(name: string, value: unknown): string {
  if (value === null || value === undefined) return keyTrailTexts.empty
  if (name === 'monthly_credit_cap_micros' && typeof value === 'string') return formatCredits(BigInt(value))
  if (typeof value === 'boolean') return value ? keyTrailTexts.yes : keyTrailTexts.no
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
