// The lines as a grid that is the scroll container and the tab stop, as the lists of the other pages; only the rows in
// view are in the DOM. It follows its end until it is paused, by the button, by scrolling up or by the keyboard.
import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'
import { moveRow } from '../../../parts/grid/move-row.ts'
import { logsTexts as texts } from '../../../words/en/platform/logs.ts'
import type { LogLine } from './live/log-line.ts'
import type { LogStore } from './live/log-store.ts'
import { LogRow } from './log-row.tsx'
import { rowHeight, useRowWindow } from './use-row-window.ts'

type LogListProps = { store: LogStore; onOpen: (line: LogLine) => void }

const columns = [texts.time, texts.level, texts.service, texts.message] as const

export function LogList({ store, onOpen }: LogListProps) {
  const id = useId()
  const [activeNumber, setActiveNumber] = useState<number>()
  const count = store.shown()
  const firstNumber = store.ring.first()
  const [scroller, rows] = useRowWindow({
    count,
    firstNumber,
    isFollowing: !store.isPaused(),
    onLeave: () => store.setPaused(true),
  })
  const active = activeNumber === undefined ? count - 1 : Math.max(0, activeNumber - firstNumber)
  function onKeyDown(event: KeyboardEvent): void {
    const opened = event.key === 'Enter' ? store.ring.at(active) : undefined
    if (opened) onOpen(opened)
    const next = moveRow(event.key, { active, count, pageRows: rows.pageRows })
    if (opened || next !== undefined) event.preventDefault()
    if (next === undefined) return
    setActiveNumber(firstNumber + next)
    store.setPaused(event.key !== 'End')
    rows.show(next)
  }
  function onClick(event: MouseEvent): void {
    const index = indexAt(event.target)
    const line = index === undefined ? undefined : store.ring.at(index)
    if (index === undefined || !line) return
    setActiveNumber(firstNumber + index)
    store.setPaused(true)
    onOpen(line)
  }
  return (
    <div
      ref={scroller}
      className="grid log"
      role="grid"
      tabIndex={0}
      aria-label={texts.list}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onScroll={rows.onScroll}
    >
      <LogHead />
      <div role="rowgroup" className="grid-body" style={{ height: count * rowHeight }}>
        {rowNumbers(rows).map((index) => {
          const line = store.ring.at(index)
          const place = { id: `${id}-${index}`, index, isActive: index === active }
          return line ? <LogRow key={firstNumber + index} line={line} {...place} /> : null
        })}
      </div>
    </div>
  )
}

function LogHead() {
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" className="log-row" aria-rowindex={1}>
        {columns.map((title) => (
          <div key={title} role="columnheader" className="grid-cell">
            {title}
          </div>
        ))}
      </div>
    </div>
  )
}

function rowNumbers({ first, end }: { first: number; end: number }): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place)
}

function indexAt(target: EventTarget): number | undefined {
  if (!(target instanceof Element)) return undefined
  const index = target.closest('.grid-body [role=row]')?.getAttribute('aria-rowindex')
  return index === null || index === undefined ? undefined : Number(index) - 2
}
