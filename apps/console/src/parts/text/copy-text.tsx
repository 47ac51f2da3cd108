import { useEffect, useState } from 'react'
import { copyTexts } from '../../words/en/parts.ts'
import { Icon } from '../icon.tsx'

/** An id or secret with a button that copies it and says so. */
export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <span className="copy-text">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  )
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = window.setTimeout(() => setCopied(false), 2_000)
    return () => window.clearTimeout(timer)
  }, [isCopied])
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={isCopied ? copyTexts.copied : copyTexts.copy(label)}
        data-tip={copyTexts.copy(label)}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
      <span role="status" className="visually-hidden">
        {isCopied ? copyTexts.copied : ''}
      </span>
    </>
  )
}
