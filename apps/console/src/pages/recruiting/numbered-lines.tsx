import { useEffect, useRef } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { lineTexts as texts } from '../../words/en/recruiting/lines.ts'

type NumberedLine = {
  /** Counted from 0; people see it from 1. */
  line: number
  text: string
  /** Addresses the reader of the CV, so nothing is taken from it. */
  isFlagged?: boolean
}

type NumberedLinesProps = {
  label: string
  lines: readonly NumberedLine[]
  /** Lines that belong to what is pointed at. The first one is scrolled into view. */
  marked: readonly number[]
}

/** Lines of a text with their numbers; where some are left out, it says how many. */
export function NumberedLines({ label, lines, marked }: NumberedLinesProps) {
  const list = useRef<HTMLOListElement>(null)
  const [first] = marked
  useEffect(() => {
    const line = list.current?.querySelector(`[data-line="${first}"]`)
    const scroller = list.current
    if (!(line instanceof HTMLElement) || !scroller) return
    const isAbove = line.offsetTop < scroller.scrollTop
    const isBelow = line.offsetTop + line.offsetHeight > scroller.scrollTop + scroller.clientHeight
    if (isAbove || isBelow) scroller.scrollTop = line.offsetTop - scroller.clientHeight / 3
  }, [first])
  return (
    // The list scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ol ref={list} className="numbered-lines" aria-label={label} tabIndex={0}>
      {lines.map(({ line, text, isFlagged = false }, index) => {
        const hidden = line - (lines[index - 1]?.line ?? -1) - 1
        return (
          <li key={line}>
            {hidden > 0 ? <p className="lines-hidden">{texts.hidden(hidden)}</p> : null}
            <p
              className="numbered-line"
              data-line={line}
              data-marked={marked.includes(line) || undefined}
              data-flagged={isFlagged || undefined}
            >
              <span className="line-number">{line + 1}</span>
              <span className="line-text">
                {text}
                {isFlagged ? (
                  <span className="line-flag">
                    <Icon name="alert" size={12} />
                    {texts.flagged}
                  </span>
                ) : null}
              </span>
            </p>
          </li>
        )
      })}
    </ol>
  )
}
