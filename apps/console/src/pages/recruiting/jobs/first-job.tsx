import { Button } from '../../../parts/form/button.tsx'
import { firstJobTexts as texts, jobsTexts } from '../../../words/en/recruiting/jobs.ts'

/** What a company without jobs sees: the way to its first matches. */
export function FirstJob({ onPost }: { onPost: () => void }) {
  return (
    <section className="panel first-job">
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
        <Button kind="primary" icon="jobs" onClick={onPost}>
          {jobsTexts.post}
        </Button>
      </div>
    </section>
  )
}
