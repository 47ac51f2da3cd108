import { memo } from 'react'
import { formatMoment } from '../../../time/moments.ts'
import { logsTexts as texts } from '../../../words/en/platform/logs.ts'
import { type LogContext, type LogLine, droppedAt } from './live/log-line.ts'
import { rowHeight } from './use-row-window.ts'

type LogRowProps = { id: string; index: number; line: LogLine; isActive: boolean }

export const LogRow = memo(function LogRow({ id, index, line, isActive }: LogRowProps) {
  const dropped = droppedAt(line)
  const place = {
    id,
    role: 'row',
    'aria-rowindex': index + 2,
    'data-active': isActive || undefined,
    style: { transform: `translateY(${index * rowHeight}px)` },
  } as const
  if (dropped !== undefined)
    return (
      <div {...place} className="log-row log-gap">
        <div role="gridcell" aria-colspan={4} className="log-gap-text">
          {texts.gap(dropped)}
        </div>
      </div>
    )
  return (
    <div {...place} className="log-row" data-level={line.level} data-opens>
      <div role="gridcell" className="grid-cell log-time" data-tip={formatMoment(new Date(line.at))}>
        {line.at.slice(11, 23)}
      </div>
      <div role="gridcell" className="grid-cell log-level">
        {line.level}
      </div>
      <div role="gridcell" className="grid-cell log-service">
        {line.service}
      </div>
      <div role="gridcell" className="grid-cell log-message">
        {line.message} <span className="log-fields">{fieldsInLine(line.context)}</span>
      </div>
    </div>
  )
})

const fieldsLengthMax = 400

/** The fields as name=value, as far as a line is wide. */
function fieldsInLine(context: LogContext): string {
  let text = ''
  for (const [name, value] of Object.entries(context)) {
    if (text.length > fieldsLengthMax) break
    text += `${name}=${shortValue(value)} `
  }
  return text.slice(0, fieldsLengthMax)
}

function shortValue(value: unknown): string {
  if (typeof value === 'string') return value
  const message = (value as { message?: unknown } | null)?.message
  return typeof message === 'string' ? message : JSON.stringify(value)
}
