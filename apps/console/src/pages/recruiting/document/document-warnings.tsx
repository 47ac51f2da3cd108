import { Icon } from '../../../parts/icon.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { warningTexts as texts } from '../../../words/en/recruiting/document.ts'
import type { DocumentDetailResult } from './document.generated.ts'

type Warning = DocumentDetailResult['document']['warnings'][number]

/** Text that a person cannot see in the file is made visible, with its page and how it was hidden. */
export function DocumentWarnings({ warnings }: { warnings: readonly Warning[] }) {
  const hidden = warnings.filter(({ kind }) => kind === 'hidden_text_dropped')
  const flagged = warnings.filter(({ kind }) => kind === 'suspected_injection')
  const other = warnings.filter((warning) => !hidden.includes(warning) && !flagged.includes(warning))
  return (
    <Panel title={texts.title}>
      {warnings.length === 0 ? (
        <p className="warning-none soft">
          <Icon name="check" /> {texts.none}
        </p>
      ) : (
        <div className="stack-3">
          <HiddenText warnings={hidden} />
          <Group title={texts.flagged} text={texts.flaggedText} warnings={flagged} />
          <Group title={texts.other} warnings={other} />
        </div>
      )}
    </Panel>
  )
}

function HiddenText({ warnings }: { warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null
  return (
    <section className="stack" aria-label={texts.hidden}>
      <h3 className="warning-title">{texts.hidden}</h3>
      <p className="soft small">{texts.hiddenText(warnings.length)}</p>
      <ul className="stack">
        {warnings.map(({ text, page, quote, trick }, index) => (
          <li
            // Two passages can have the same words.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className="hidden-text"
          >
            <p className="hidden-text-how">
              <Badge tone="bad">{trick === null ? texts.hidden : (texts.tricks[trick] ?? trick)}</Badge>
              {page === null ? null : <span className="soft small">{texts.page(page)}</span>}
            </p>
            <blockquote>{quote ?? text}</blockquote>
          </li>
        ))}
      </ul>
    </section>
  )
}

type GroupProps = { title: string; text?: string; warnings: readonly Warning[] }

function Group({ title, text, warnings }: GroupProps) {
  if (warnings.length === 0) return null
  return (
    <section className="stack" aria-label={title}>
      <h3 className="warning-title">{title}</h3>
      {text === undefined ? null : <p className="soft small">{text}</p>}
      <ul className="warning-list">
        {warnings.map(({ kind, text: message, quote, line }, index) => (
          // Two warnings can have the same words.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            {kind === 'suspected_injection' && line !== null ? (
              <>
                <span className="soft small">{texts.line(line)}</span> {quote ?? message}
              </>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
