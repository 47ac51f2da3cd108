import { useState } from 'react'
import { Button, IconButton } from '../../../parts/form/button.tsx'
import { Select } from '../../../parts/form/select.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { importanceTexts, understoodTexts as texts } from '../../../words/en/recruiting/understood.ts'
import { detailsOf } from './describe-posting.ts'
import type { Importance, Requirement } from './posting.ts'
import { PostingTerms } from './posting-terms.tsx'
import { SourceLine } from './source-line.tsx'
import type { UnderstoodProps } from './understood-props.ts'

const importances = Object.keys(importanceTexts) as Importance[]
const options = importances.map((value) => ({ value, label: importanceTexts[value] }))

/** What was read from a text, each with its line, to be corrected. */
export function Understood({ posting, lines, onCorrect, onLine }: UnderstoodProps) {
  const { requirements } = posting
  return (
    <div className="stack-3">
      <section className="stack-1" aria-label={texts.requirements}>
        <h3>{texts.requirements}</h3>
        {requirements.length === 0 ? <p className="soft small">{texts.none}</p> : null}
        <ul className="understood">
          {importances.flatMap((importance) =>
            requirements
              .filter((one) => one.importance === importance)
              .map((one) => (
                <RequirementItem
                  key={one.id}
                  requirement={one}
                  quote={one.line === null ? undefined : lines[one.line]}
                  onCorrect={onCorrect}
                  onLine={onLine}
                />
              )),
          )}
        </ul>
        {onCorrect ? <AddRequirement onCorrect={onCorrect} /> : null}
      </section>
      <PostingTerms posting={posting} lines={lines} onCorrect={onCorrect} onLine={onLine} />
    </div>
  )
}

type RequirementItemProps = Pick<UnderstoodProps, 'onCorrect' | 'onLine'> & {
  requirement: Requirement
  quote: string | undefined
}

function RequirementItem({ requirement, quote, onCorrect, onLine }: RequirementItemProps) {
  const { text, line, importance, isCorrected } = requirement
  const mark = () => onLine?.(line ?? undefined)
  const unmark = () => onLine?.(undefined)
  return (
    <li>
      <div
        className="understood-item"
        onPointerEnter={mark}
        onPointerLeave={unmark}
        onFocus={mark}
        onBlur={unmark}
      >
        <div className="understood-text">
          <p className="row-title">
            {text}
            {detailsOf(requirement).map((detail) => (
              <Badge key={detail}>{detail}</Badge>
            ))}
            {isCorrected ? <Badge tone="accent">{texts.corrected}</Badge> : null}
          </p>
          {line === null ? null : <SourceLine line={line} quote={quote === text ? undefined : quote} />}
        </div>
        {onCorrect ? (
          <div className="understood-actions">
            <Select
              label={texts.importanceOf(text)}
              isLabelHidden
              options={options}
              value={importance}
              onChange={({ target }) => {
                const chosen = importances.find((one) => one === target.value)
                if (chosen) onCorrect({ kind: 'importance', requirement, importance: chosen })
              }}
            />
            <IconButton
              icon="close"
              label={texts.drop(text)}
              onClick={() => onCorrect({ kind: 'drop', requirement })}
            />
          </div>
        ) : (
          <span className="soft small">{importanceTexts[importance]}</span>
        )}
      </div>
    </li>
  )
}

function AddRequirement({ onCorrect }: Required<Pick<UnderstoodProps, 'onCorrect'>>) {
  const [text, setText] = useState('')
  return (
    <form
      className="understood-add"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        onCorrect?.({ kind: 'add', text: text.trim(), importance: 'must' })
        setText('')
      }}
    >
      <input
        className="input"
        aria-label={texts.add}
        placeholder={texts.add}
        value={text}
        maxLength={500}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit">{texts.addButton}</Button>
    </form>
  )
}
