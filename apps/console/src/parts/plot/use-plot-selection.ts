import { type KeyboardEvent, type PointerEvent, useState } from 'react'

export type PlotRange = { first: number; last: number }

type SelectionOptions = {
  count: number
  /** Index of the point at a place from 0 (left) to 1 (right). */
  pointAt: (share: number) => number
  /** Makes points selectable: by a click, by dragging, or by Enter after Shift and the arrow keys. */
  onSelect?: ((range: PlotRange) => void) | undefined
}

/** Left of the first point: room for the labels of the ticks. */
export const plotInset = 44

/** The point under the pointer or reached by the keyboard, and the range that is being selected. */
export function usePlotSelection({ count, pointAt, onSelect }: SelectionOptions) {
  const [selected, setSelected] = useState<number>()
  const [anchor, setAnchor] = useState<number>()
  const range = rangeOf(anchor, selected)
  function at({ clientX, currentTarget }: PointerEvent): number {
    const { left, width } = currentTarget.getBoundingClientRect()
    return pointAt((clientX - left - plotInset) / Math.max(1, width - plotInset))
  }
  function clear(): void {
    setSelected(undefined)
    setAnchor(undefined)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && onSelect && selected !== undefined) {
      clear()
      onSelect(range ?? { first: selected, last: selected })
      return
    }
    if (event.key === 'Escape') clear()
    const next = keyTarget(event.key, selected, count)
    if (next === undefined) return
    event.preventDefault()
    setAnchor(event.shiftKey && onSelect ? (anchor ?? selected ?? next) : undefined)
    setSelected(next)
  }
  return {
    selected,
    range,
    handlers: {
      onKeyDown,
      onPointerDown(event: PointerEvent): void {
        if (!onSelect || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const point = at(event)
        setAnchor(point)
        setSelected(point)
      },
      onPointerMove: (event: PointerEvent) => setSelected(at(event)),
      onPointerUp(event: PointerEvent): void {
        const ended = rangeOf(anchor, at(event))
        clear()
        if (ended) onSelect?.(ended)
      },
      onPointerCancel: clear,
      onPointerLeave: () => {
        if (anchor === undefined) setSelected(undefined)
      },
      onBlur: clear,
    },
  }
}

function rangeOf(anchor: number | undefined, selected: number | undefined): PlotRange | undefined {
  if (anchor === undefined || selected === undefined) return undefined
  return { first: Math.min(anchor, selected), last: Math.max(anchor, selected) }
}

function keyTarget(key: string, selected: number | undefined, count: number): number | undefined {
  const last = count - 1
  if (last < 0) return undefined
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, (selected ?? -1) + 1)
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, (selected ?? count) - 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}
