import { type FormEvent, useEffect, useRef } from 'react'
import type { ChatRequest } from '../gateway/chat-request.ts'
import { Button } from '../../../../parts/form/button.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { promptTexts as texts } from '../../../../words/en/company/playground.ts'
import type { PlaygroundSearch } from '../playground-search.ts'
import type { Draft } from './conversation.ts'
import { CopyCode } from './copy-code.tsx'
import { MessageList } from './message-list.tsx'
import { ParameterFields } from './parameter-fields.tsx'

type PromptPanelProps = {
  drafts: readonly Draft[]
  onDrafts: (drafts: readonly Draft[]) => void
  search: PlaygroundSearch
  onSearch: (search: PlaygroundSearch) => void
  hasJson: boolean
  baseUrl: string
  /** What would be sent to the first model. */
  request: ChatRequest | undefined
  isBusy: boolean
  onSend: () => void
  onEstimate: () => void
  onStop: () => void
}

export function PromptPanel(props: PromptPanelProps) {
  const { drafts, onDrafts, search, onSearch, hasJson, baseUrl, request, isBusy } = props
  const form = useRef<HTMLFormElement>(null)
  useSendByKeyboard(form)
  const isEmpty = request === undefined || request.messages.length === 0
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy && !isEmpty) props.onSend()
  }
  return (
    <Panel title={texts.title}>
      <form ref={form} className="stack" onSubmit={onSubmit}>
        <MessageList drafts={drafts} onChange={onDrafts} />
        <ParameterFields search={search} onChange={onSearch} hasJson={hasJson} />
        <div className="prompt-actions">
          {isBusy ? (
            // Without its own key the element would become the button that sends, before the click has ended.
            <Button key="stop" kind="danger" onClick={props.onStop}>
              {texts.stop}
            </Button>
          ) : (
            <>
              <Button key="send" type="submit" kind="primary" disabled={isEmpty}>
                {texts.send}
              </Button>
              <Button onClick={props.onEstimate} disabled={isEmpty}>
                {texts.estimate}
              </Button>
              <kbd className="keys">{texts.keys}</kbd>
            </>
          )}
        </div>
        <p className="field-hint">{isEmpty ? texts.nothingToSend : texts.stopFree}</p>
        {request ? <CopyCode baseUrl={baseUrl} request={request} /> : null}
      </form>
    </Panel>
  )
}

/** Ctrl-Enter sends from anywhere on the page. */
function useSendByKeyboard(form: { current: HTMLFormElement | null }): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      form.current?.requestSubmit()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [form])
}
