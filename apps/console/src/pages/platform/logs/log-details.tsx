import { Dialog, DialogActions } from '../../../parts/dialog.tsx'
import { Fact } from '../../../parts/facts.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { CopyButton, CopyText } from '../../../parts/text/copy-text.tsx'
import { Snippet } from '../../../parts/text/snippet.tsx'
import { formatMoment } from '../../../time/moments.ts'
import { logsTexts as texts } from '../../../words/en/platform/logs.ts'
import { type LogLine, droppedAt } from './live/log-line.ts'
import { LogLevelBadge } from './log-level-badge.tsx'
import type { LogsSearch } from './logs-search.ts'

type LogDetailsProps = { line: LogLine; onFilter: (search: LogsSearch) => void; onClose: () => void }

/** One line with all its fields, and the ways to the lines that belong to it. */
export function LogDetails({ line, onFilter, onClose }: LogDetailsProps) {
  const { request_id: request, company_id: company } = line.context
  const dropped = droppedAt(line)
  return (
    <Dialog title={texts.line} onClose={onClose} width="l">
      <div className="stack">
        <p className="log-details-message">{dropped === undefined ? line.message : texts.gap(dropped)}</p>
        <dl className="facts">
          <Fact label={texts.time}>{formatMoment(new Date(line.at))}</Fact>
          <Fact label={texts.level}>
            <LogLevelBadge level={line.level} />
          </Fact>
          {line.service === '' ? null : <Fact label={texts.service}>{line.service}</Fact>}
          {Object.entries(line.context).map(([name, value]) => (
            <Fact key={name} label={name}>
              <FieldValue name={name} value={value} />
            </Fact>
          ))}
        </dl>
        <DialogActions>
          <CopyButton text={JSON.stringify(line, undefined, 2)} label={texts.json} />
          {typeof company === 'string' ? (
            <Button onClick={() => onFilter({ company })}>{texts.ofCompany}</Button>
          ) : null}
          {typeof request === 'string' ? (
            <Button kind="primary" onClick={() => onFilter({ request })}>
              {texts.ofRequest}
            </Button>
          ) : null}
        </DialogActions>
      </div>
    </Dialog>
  )
}

function FieldValue({ name, value }: { name: string; value: unknown }) {
  if (typeof value === 'string' && name.endsWith('_id')) return <CopyText text={value} label={name} />
  if (typeof value !== 'object' || value === null) return <code>{String(value)}</code>
  // A stack is readable only with its line breaks.
  const { stack, ...rest } = value as Readonly<Record<string, unknown>>
  const text = typeof stack === 'string' ? `${JSON.stringify(rest, undefined, 2)}\n\n${stack}` : undefined
  return <Snippet text={text ?? JSON.stringify(value, undefined, 2)} label={name} />
}
