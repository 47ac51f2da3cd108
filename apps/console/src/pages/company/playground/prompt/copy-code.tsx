import { useEffect, useState } from 'react'
import type { ChatRequest } from '../gateway/chat-request.ts'
import { Button } from '../../../../parts/form/button.tsx'
import { promptTexts as texts } from '../../../../words/en/company/playground.ts'
import { writeCall } from '../../../settings/keys/examples/write-examples.ts'

const languages = ['curl', 'typescript', 'python'] as const

type Language = (typeof languages)[number]

/** Copies the call as code in one click. The code names a variable for the key: that of the page ends with the page. */
export function CopyCode({ baseUrl, request }: { baseUrl: string; request: ChatRequest }) {
  const [copied, setCopied] = useState<Language>()
  useEffect(() => {
    if (copied === undefined) return undefined
    const timer = window.setTimeout(() => setCopied(undefined), 2_000)
    return () => window.clearTimeout(timer)
  }, [copied])
  async function copy(language: Language): Promise<void> {
    await navigator.clipboard.writeText(writeCall(language, { baseUrl, request, isStream: true }))
    setCopied(language)
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
      <span role="status" className="copy-code-state">
        {copied === undefined ? '' : texts.copied}
      </span>
    </div>
  )
}
