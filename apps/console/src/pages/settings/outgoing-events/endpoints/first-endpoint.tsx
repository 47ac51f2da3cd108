import { Button } from '../../../../parts/form/button.tsx'
import { Snippet } from '../../../../parts/text/snippet.tsx'
import { eventsTexts, firstEndpointTexts as texts } from '../../../../words/en/settings/outgoing-events.ts'
import { receiverExample } from '../receiver-example.ts'

/** For a company without endpoints: a receiver that runs, and the steps to the first event. */
export function FirstEndpoint({ onAdd }: { onAdd: () => void }) {
  return (
    <section className="panel first-key" aria-label={texts.title}>
      <div className="first-key-steps">
        <h2>{texts.title}</h2>
        <ol className="steps">
          {texts.steps.map(({ title, text }) => (
            <li key={title} className="step">
              <p className="step-title">{title}</p>
              <p className="soft small">{text}</p>
            </li>
          ))}
        </ol>
        <div className="actions">
          <Button kind="primary" onClick={onAdd}>
            {eventsTexts.add}
          </Button>
        </div>
      </div>
      <Snippet text={receiverExample} label={texts.receiver} />
    </section>
  )
}
