import { useEffect, useRef } from 'react'
import { Icon } from '../../../parts/icon.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { documentTexts as texts } from '../../../words/en/recruiting/document.ts'
import type { DocumentDetailResult } from './document.generated.ts'
import { flaggedLines } from './flagged-lines.ts'

type Detail = DocumentDetailResult['document']

/** The text as it was read, by line. `line` comes from the address and is shown first. */
export function DocumentText({ document, line }: { document: Detail; line: number | null }) {
  const flagged = flaggedLines(document)
  const asked = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (line !== null) asked.current?.scrollIntoView({ block: 'center' })
  }, [line])
  return (
    <Panel
      title={texts.text}
      aside={<span className="soft small">{texts.textOf(document.lines.length.toLocaleString('en'))}</span>}
      isFlush
    >
      <ol className="text-lines" lang={document.language ?? undefined}>
        {document.lines.map((text, index) => {
          const number = index + 1
          const isFlagged = flagged.has(number)
          return (
            <li
              // Lines have no other identity than their number.
              // oxlint-disable-next-line react/no-array-index-key
              key={number}
              ref={number === line ? asked : undefined}
              id={`line-${number}`}
              data-flagged={isFlagged || undefined}
              aria-current={number === line || undefined}
            >
              <span className="text-number" aria-hidden="true">
                {number}
              </span>
              <span>
                {isFlagged ? (
                  <>
                    <Icon name="alert" />
                    <span className="visually-hidden">{texts.lineFlagged} </span>
                  </>
                ) : null}
                {text}
              </span>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
