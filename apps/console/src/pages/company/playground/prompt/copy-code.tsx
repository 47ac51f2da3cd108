import { showToast } from '../../../../widgets/toast/toast-queue.ts'
import type { ChatRequest } from '../gateway/chat-request.ts'
import { Button } from '../../../../parts/form/button.tsx'
import { promptTexts as texts } from '../../../../words/en/company/playground.ts'
import { writeCall } from '../../../settings/keys/examples/write-examples.ts'

const languages = ['curl', 'typescript', 'python'] as const

type Language = (typeof languages)[number]

/** Copies the call as code in one click. The code names a variable for the key: that of the page ends with the page. */
export function CopyCode({ baseUrl, request }: { baseUrl: string; request: ChatRequest }) {
  async function copy(language: Language): Promise<void> {
    await navigator.clipboard.writeText(writeCall(language, { baseUrl, request, isStream: true }))
    showToast({ title: texts.copiedAs(texts.languages[language]) })
  }
  return (
    <div className="copy-code" role="group" aria-label={texts.copyAs}>
      <span className="soft small" aria-hidden="true">
        {texts.copyAs}
      </span>
      {languages.map((language) => (
        <Button key={language} size="s" kind="quiet" onClick={() => void copy(language)}>
          {texts.languages[language]}
        </Button>
      ))}
    </div>
  )
}
