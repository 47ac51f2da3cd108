import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChatRequest } from './gateway/chat-request.ts'
import type { Run } from './gateway/run.ts'
import { answerTexts as texts, promptTexts } from '../../../words/en/company/playground.ts'
import { AnswerPanel } from './answer/answer-panel.tsx'
import { type ChatModel, chooseModels, otherThan, withoutSecond } from './choose-models.ts'
import { KeyStrip } from './key/key-strip.tsx'
import { usePageKey } from './key/use-page-key.ts'
import {
  type PlaygroundSearch,
  readPlaygroundSearch,
  toParameters,
  writePlaygroundSearch,
} from './playground-search.ts'
import { continueConversation, messagesOf, startConversation } from './prompt/conversation.ts'
import { PromptPanel } from './prompt/prompt-panel.tsx'
import { useRuns } from './use-runs.ts'

type TryModelsProps = { companyId: string; baseUrl: string; models: readonly ChatModel[] }

/** The prompt, and the answers of one or two models to it. */
export function TryModels({ companyId, baseUrl, models }: TryModelsProps) {
  const { search, setSearch } = usePlaygroundSearch(companyId)
  const [drafts, setDrafts] = useState(() => startConversation(promptTexts.first))
  const pageKey = usePageKey(companyId)
  const { runs, isBusy, keyFault, send, estimate, stop } = useRuns(baseUrl, pageKey)
  const chosen = chooseModels(models, search)
  const hasJson = chosen.every(({ supportsJsonSchema }) => supportsJsonSchema)
  const parameters = toParameters({ ...search, isJson: search.isJson && hasJson })
  const messages = messagesOf(drafts)
  const requests = chosen.map(({ alias }): ChatRequest => ({ model: alias, messages, ...parameters }))
  const compare = () => setSearch({ ...search, with: otherThan(models, chosen) })
  const canCompare = chosen.length === 1 && models.length > 1
  return (
    <div className="stack">
      <KeyStrip pageKey={pageKey} fault={keyFault} />
      <div className="playground" data-columns={chosen.length}>
        <PromptPanel
          drafts={drafts}
          onDrafts={setDrafts}
          search={search}
          onSearch={setSearch}
          hasJson={hasJson}
          baseUrl={baseUrl}
          request={requests[0]}
          isBusy={isBusy}
          onSend={() => send(requests)}
          onEstimate={() => estimate(requests)}
          onStop={stop}
        />
        <Answers
          companyId={companyId}
          gatewayUrl={baseUrl}
          models={models}
          chosen={chosen}
          runs={runs}
          search={search}
          onSearch={setSearch}
          onContinue={(answer) => setDrafts(continueConversation(drafts, answer))}
          onCompare={canCompare ? compare : undefined}
        />
      </div>
    </div>
  )
}

type AnswersProps = {
  companyId: string
  gatewayUrl: string
  models: readonly ChatModel[]
  chosen: readonly ChatModel[]
  runs: readonly Run[]
  search: PlaygroundSearch
  onSearch: (search: PlaygroundSearch) => void
  onContinue: (answer: string) => void
  onCompare: (() => void) | undefined
}

const columns = [
  { input: 'model', label: texts.first },
  { input: 'with', label: texts.second },
] as const

function Answers({ chosen, runs, search, onSearch, ...rest }: AnswersProps) {
  return columns.slice(0, chosen.length).map(({ input, label }, column) => {
    const model = chosen[column]
    const run = runs[column]
    if (!model) return null
    return (
      <AnswerPanel
        key={input}
        {...rest}
        model={model}
        modelLabel={chosen.length > 1 ? label : texts.model}
        // An answer belongs to the model that gave it.
        run={run?.model === model.alias ? run : undefined}
        onModel={(alias) => onSearch({ ...search, [input]: alias })}
        onClose={column === 0 ? undefined : () => onSearch(withoutSecond(search))}
      />
    )
  })
}

function usePlaygroundSearch(companyId: string) {
  const search = readPlaygroundSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const setSearch = (next: PlaygroundSearch) =>
    void navigate({
      to: `/c/${companyId}/playground`,
      search: writePlaygroundSearch(next),
      replace: true,
    })
  return { search, setSearch }
}
