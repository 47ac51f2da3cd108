// Which rows are in view. Rows have one height, so a place in the list is a division: no row is measured, and nothing is
// kept per row.
import { useLayoutEffect, useRef, useState } from 'react'

export const rowHeight = 28
const headHeight = 32
const overscan = 4

type WindowOptions = {
  count: number
  /** The number of the first row; it becomes smaller when older rows are added. */
  firstNumber: number
  isFollowing: boolean
  /** The person has scrolled up while the list followed its end. */
  onLeave: () => void
}

export function useRowWindow({ count, firstNumber, isFollowing, onLeave }: WindowOptions) {
  const scroller = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(0)
  const shownTop = useRef(0)
  const shownFirst = useRef(firstNumber)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const measure = () => setHeight(element.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const older = shownFirst.current - firstNumber
    shownFirst.current = firstNumber
    if (isFollowing) element.scrollTop = element.scrollHeight
    // Older rows were added in front: the place where they join the others comes into view.
    else if (older > 0) element.scrollTop = Math.max(0, older * rowHeight - element.clientHeight / 2)
    shownTop.current = element.scrollTop
  })
  const from = isFollowing ? Math.max(0, count * rowHeight - (height - headHeight)) : top
  const rows = {
    first: Math.max(0, Math.floor(from / rowHeight) - overscan),
    end: Math.min(count, Math.ceil((from + height) / rowHeight) + overscan),
    pageRows: Math.max(1, Math.floor((height - headHeight) / rowHeight) - 1),
    onScroll() {
      const element = scroller.current
      if (!element) return
      const below = element.scrollHeight - element.scrollTop - element.clientHeight
      if (isFollowing && element.scrollTop < shownTop.current && below > 2 * rowHeight) onLeave()
      setTop(element.scrollTop)
    },
    show(index: number) {
      const element = scroller.current
      if (!element) return
      const start = index * rowHeight
      const end = start + rowHeight + headHeight
      if (start < element.scrollTop) element.scrollTop = start
      else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight
    },
  }
  return [scroller, rows] as const
}
