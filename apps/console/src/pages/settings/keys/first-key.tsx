import { gatewayUrl } from '../../../shell/header/gateway-url.ts'
import { writeExample } from './examples/write-examples.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Snippet } from '../../../parts/text/snippet.tsx'
import { firstKeyTexts as texts, keysTexts } from '../../../words/en/settings/keys.ts'

/** What a company without keys sees: the way to its first call. */
export function FirstKey({ onCreate }: { onCreate: () => void }) {
  const example = writeExample('curl', { baseUrl: gatewayUrl(), key: '$API_KEY', model: 'svc/chat-default' })
  return (
    <section className="panel first-key">
      <div className="first-key-steps">
        <div>
          <h2>{texts.title}</h2>
          <p className="soft">{texts.text}</p>
        </div>
        <ol className="steps">
          {texts.steps.map(({ title, text }) => (
            <li key={title} className="step">
              <p className="step-title">{title}</p>
              <p className="soft small">{text}</p>
            </li>
          ))}
        </ol>
        <div>
          <Button kind="primary" icon="key" onClick={onCreate}>
            {keysTexts.create}
          </Button>
        </div>
      </div>
      <Snippet text={example} label={texts.exampleLabel} />
    </section>
  )
}
