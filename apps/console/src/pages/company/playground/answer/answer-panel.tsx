import { Link } from '@tanstack/react-router'
import { formatCredits, parseCredits } from '../../../../amounts/credits.ts'
import type { Usage } from '../gateway/read-frame.ts'
import type { Run } from '../gateway/run.ts'
import { Button, IconButton } from '../../../../parts/form/button.tsx'
import { Select } from '../../../../parts/form/select.tsx'
import { Notice } from '../../../../parts/states/notice.tsx'
import { answerTexts as texts } from '../../../../words/en/company/playground.ts'
import type { ChatModel } from '../choose-models.ts'
import { RunFault } from './run-fault.tsx'
import { RunFigures } from './run-figures.tsx'

type AnswerPanelProps = {
  companyId: string
  gatewayUrl: string
  models: readonly ChatModel[]
  model: ChatModel
  modelLabel: string
  run: Run | undefined
  onModel: (alias: string) => void
  onContinue: (answer: string) => void
  /** Set for a model that is alone. */
  onCompare?: (() => void) | undefined
  /** Set for the second of two models. */
  onClose?: (() => void) | undefined
}

/** One model, its answer, and what the answer costs. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { models, model, modelLabel, run, onModel, onCompare, onClose } = props
  const options = models.map(({ alias }) => ({ value: alias, label: alias }))
  return (
    <section className="panel answer" aria-label={texts.answerOf(model.alias)}>
      <header className="answer-head">
        <div className="answer-model">
          <Select
            label={modelLabel}
            isLabelHidden
            options={options}
            value={model.alias}
            onChange={({ target }) => onModel(target.value)}
          />
          {onCompare ? (
            <Button size="s" onClick={onCompare}>
              {texts.compare}
            </Button>
          ) : null}
          {onClose ? <IconButton icon="close" label={texts.close} onClick={onClose} /> : null}
        </div>
        <p className="soft small">{priceOf(model)}</p>
      </header>
      <AnswerBody {...props} />
      <footer className="answer-foot">
        <RunFigures run={run} price={model.price} />
        <AnswerLinks {...props} />
      </footer>
    </section>
  )
}

function priceOf({ price }: ChatModel): string {
  if (!price) return texts.noPrice
  const [input = '', cached = '', output = ''] = [
    price.inputPerMillion,
    price.cachedInputPerMillion,
    price.outputPerMillion,
  ].map((credits) => formatCredits(parseCredits(credits)))
  return texts.price(input, cached, output)
}

function AnswerBody({ run, companyId, gatewayUrl }: AnswerPanelProps) {
  if (!run) return <p className="answer-text answer-empty">{texts.empty}</p>
  const isWriting = run.phase === 'streaming'
  return (
    <div className="answer-body">
      {run.text === '' ? null : (
        // A long answer scrolls, so the keyboard must be able to reach it.
        <div
          className="answer-text"
          role="group"
          aria-label={texts.text}
          aria-busy={isWriting}
          data-writing={isWriting || undefined}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          {run.text}
        </div>
      )}
      {run.phase === 'estimated' ? <Estimated run={run} /> : null}
      {run.finish === 'length' && run.phase === 'done' ? <Notice tone="info" title={texts.cutShort} /> : null}
      {run.phase === 'stopped' ? (
        <Notice tone="info" title={texts.stopped}>
          <p>{texts.stoppedText}</p>
        </Notice>
      ) : null}
      {run.fault ? (
        <RunFault
          fault={run.fault}
          failedCheck={run.dryRun?.failedCheck}
          requestId={run.requestId}
          companyId={companyId}
          gatewayUrl={gatewayUrl}
        />
      ) : null}
    </div>
  )
}

function Estimated({ run: { dryRun } }: { run: Run }) {
  const isAdmitted = dryRun !== undefined && dryRun.failedCheck === undefined
  return (
    <Notice tone={isAdmitted ? 'good' : 'warn'} title={isAdmitted ? texts.wouldPass : texts.wouldFail}>
      {dryRun ? (
        <p>
          {texts.estimatedTokens(
            dryRun.inputTokens.toLocaleString('en'),
            dryRun.outputTokens.toLocaleString('en'),
          )}
        </p>
      ) : null}
      <p>{texts.checked}</p>
    </Notice>
  )
}

/** In words where the call stands, and where to go from there. */
function AnswerLinks({ run, companyId, onContinue }: AnswerPanelProps) {
  const hasReceipt = run !== undefined && (run.phase === 'done' || run.phase === 'stopped')
  return (
    <div className="answer-links">
      <p className="soft small" role="status">
        {run ? stateOf(run) : ''}
      </p>
      {hasReceipt && run.requestId !== undefined ? (
        <Link
          className="button"
          data-size="s"
          data-kind="quiet"
          to={`/c/${companyId}/calls/${run.requestId}`}
        >
          {texts.receipt}
        </Link>
      ) : null}
      {run?.phase === 'done' && run.text !== '' ? (
        <Button size="s" kind="quiet" onClick={() => onContinue(run.text)}>
          {texts.continue}
        </Button>
      ) : null}
    </div>
  )
}

function stateOf({ phase, text, usage }: Run): string {
  switch (phase) {
    case 'sending':
      return texts.sending
    case 'streaming':
      return text === '' ? texts.waiting : texts.writing
    case 'estimated':
      return ''
    case 'done':
      return usage ? tokensOf(usage) : texts.done
    case 'stopped':
      return texts.stopped
    case 'failed':
      return texts.failed
  }
}

function tokensOf({ promptTokens, cachedTokens, completionTokens }: Usage): string {
  const input = promptTokens.toLocaleString('en')
  const output = completionTokens.toLocaleString('en')
  if (cachedTokens === 0) return texts.tokens(input, output)
  return texts.cachedTokens(input, cachedTokens.toLocaleString('en'), output)
}
