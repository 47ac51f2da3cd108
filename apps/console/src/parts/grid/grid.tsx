// A long list. One element is the grid, the scroll container and the tab stop, with a sticky header row; only the rows
// in view are in the DOM. The active row is announced by aria-activedescendant, so the focus never is on a row that
// scrolling removes.
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  memo,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { ConsoleFault } from '../../graphql/console-fault.ts'
import { gridTexts } from '../../words/en/parts.ts'
import { FaultNotice } from '../states/fault-notice.tsx'
import { moveRow } from './move-row.ts'

export type Column<Row> = {
  name: string
  title: string
  /** A track of a CSS grid, such as 120px or minmax(160px, 2fr). */
  width: string
  isNumber?: boolean
  /** Left out on narrow screens. */
  isMinor?: boolean
  cell: (row: Row) => ReactNode
}

type GridProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** The number of all rows if it is known; -1 if more can be loaded. */
  total?: number
  /** Called when the last rows come into view. */
  onEnd?: (() => void) | undefined
  onOpen?: ((row: Row) => void) | undefined
  isLoadingMore?: boolean
  /** Why the rows after the last one could not be loaded. */
  moreFault?: ConsoleFault | undefined
  onRetryMore?: (() => void) | undefined
  /**
   * The cells have neither controls nor state. Rows that leave the view are then reused for those that come into it,
   * so that a jump takes a third less time; a focus or a state would go along to the wrong row.
   */
  hasOnlyText?: boolean
  /** Height of the scroll container; the list is as high as its rows if they need less. */
  heightMax?: number
}

const rowHeight = 40
const headHeight = 36
const heightMaxDefault = 560
// More are drawn at every jump, and seen only while scrolling, when a row takes less than a frame.
const overscan = 2

export function Grid<Row>(props: GridProps<Row>) {
  const { moreFault, onRetryMore, isLoadingMore = false } = props
  return (
    <>
      <Rows {...props} />
      {moreFault ? (
        <div className="grid-fault">
          <FaultNotice fault={moreFault} onRetry={onRetryMore} isRetrying={isLoadingMore} />
        </div>
      ) : null}
    </>
  )
}

function Rows<Row>(props: GridProps<Row>) {
  const { label, columns, rows, total = rows.length, onOpen, heightMax = heightMaxDefault } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const virtual = useVirtualRows(scroller, props)
  function onKeyDown(event: KeyboardEvent): void {
    if (isForOthers(event)) return
    const opened = event.key === 'Enter' ? rows[active] : undefined
    if (opened !== undefined) onOpen?.(opened)
    const next = moveRow(event.key, { active, count: rows.length, pageRows: pageRowsOf(scroller.current) })
    // Otherwise the same Enter activates what gets the focus next, such as the close button of a dialog.
    if (opened !== undefined || next !== undefined) event.preventDefault()
    if (next === undefined) return
    setActive(next)
    if (scroller.current) revealRow(scroller.current, next)
  }
  function onClick(event: MouseEvent): void {
    const index = rowIndexAt(event.target) ?? -1
    const row = rows[index]
    if (row === undefined) return
    setActive(index)
    onOpen?.(row)
  }
  return (
    <div
      ref={scroller}
      className="grid"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={total < 0 ? -1 : total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={rows.length > 0 ? `${id}-${active}` : undefined}
      aria-busy={props.isLoadingMore || undefined}
      style={{ maxHeight: heightMax, ...columnTracks(columns) }}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <GridHead columns={columns} />
      <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <GridRow
              key={keyOfRow(props, row, index)}
              id={`${id}-${index}`}
              index={index}
              start={start}
              isActive={index === active}
              columns={columns}
              row={row}
              canOpen={onOpen !== undefined}
            />
          )
        })}
      </div>
      {props.isLoadingMore ? <p className="grid-foot">{gridTexts.loadingMore}</p> : null}
    </div>
  )
}

function pageRowsOf(scroller: HTMLElement | null): number {
  return Math.max(1, Math.floor((scroller?.clientHeight ?? 400) / rowHeight) - 2)
}

/** Keys in a link or button of a row are theirs, as clicks are, and combinations are the browser's. */
function isForOthers({ target, currentTarget, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return target !== currentTarget || ctrlKey || metaKey || altKey
}

/** Slots are at least as many as the rows that are ever drawn together, so no two of them have the same key. */
function keyOfRow<Row>(props: GridProps<Row>, row: Row, index: number): string | number {
  const { hasOnlyText = false, heightMax = heightMaxDefault, idOf } = props
  if (!hasOnlyText) return idOf(row)
  return index % (Math.ceil(heightMax / rowHeight) + 2 * overscan + 2)
}

function useVirtualRows<Row>(scroller: RefObject<HTMLDivElement | null>, { rows, onEnd }: GridProps<Row>) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
  })
  const lastSeen = virtual.getVirtualItems().at(-1)?.index ?? 0
  useEffect(() => {
    if (onEnd && rows.length > 0 && lastSeen >= rows.length - 10) onEnd()
  }, [onEnd, lastSeen, rows.length])
  return virtual
}

/** Rows have one height, so nothing has to be laid out to know where a row is, as the virtualizer's own scrolling would. */
function revealRow(scroller: HTMLElement, index: number): void {
  const { scrollTop, clientHeight } = scroller
  const top = index * rowHeight
  const bottom = top + rowHeight + headHeight
  if (top < scrollTop) scroller.scrollTop = top
  else if (bottom > scrollTop + clientHeight) scroller.scrollTop = bottom - clientHeight
}

function GridHead<Row>({ columns }: Pick<GridProps<Row>, 'columns'>) {
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" className="grid-row" aria-rowindex={1}>
        {columns.map((column) => (
          <div key={column.name} role="columnheader" className="grid-cell" data-clipped {...cellLook(column)}>
            {column.title}
          </div>
        ))}
      </div>
    </div>
  )
}

type GridRowProps<Row> = Pick<GridProps<Row>, 'columns'> & {
  row: Row
  id: string
  index: number
  start: number
  isActive: boolean
  canOpen: boolean
}

// Moving the active row, or scrolling, draws only the rows that changed.
const GridRow = memo(DrawnRow) as typeof DrawnRow

function DrawnRow<Row>({ columns, row, id, index, start, isActive, canOpen }: GridRowProps<Row>) {
  return (
    <div
      id={id}
      role="row"
      className="grid-row"
      aria-rowindex={index + 2}
      data-active={isActive || undefined}
      data-opens={canOpen || undefined}
      style={{ transform: `translateY(${start}px)` }}
    >
      {columns.map((column) => (
        <div key={column.name} role="gridcell" className="grid-cell" data-clipped {...cellLook(column)}>
          {column.cell(row)}
        </div>
      ))}
    </div>
  )
}

/** A click inside a link or button of a row is theirs. */
function rowIndexAt(target: EventTarget): number | undefined {
  if (!(target instanceof Element) || target.closest('a, button')) return undefined
  const index = target.closest('.grid-body [role=row]')?.getAttribute('aria-rowindex')
  return index === null || index === undefined ? undefined : Number(index) - 2
}

/** As custom properties: the style sheet chooses by the width of the screen. */
function columnTracks<Row>(columns: readonly Column<Row>[]): CSSProperties {
  const major = columns.filter(({ isMinor }) => isMinor !== true)
  return { '--columns': tracks(columns), '--columns-narrow': tracks(major) } as CSSProperties
}

function tracks(columns: readonly { width: string }[]): string {
  return columns.map(({ width }) => width).join(' ')
}

function cellLook({ isNumber, isMinor }: { isNumber?: boolean; isMinor?: boolean }) {
  return { 'data-number': isNumber === true || undefined, 'data-minor': isMinor === true || undefined }
}
