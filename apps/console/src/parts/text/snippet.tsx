import { CopyButton } from './copy-text.tsx'

type SnippetProps = {
  /** What is shown, such as a command with a masked key. */
  text: string
  /** What is copied; by default what is shown. */
  copied?: string
  label: string
}

/** Several lines of code with a copy button. It scrolls, so the keyboard must be able to reach it. */
export function Snippet({ text, copied = text, label }: SnippetProps) {
  return (
    <div className="snippet">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={label}>
        <code>{text}</code>
      </pre>
      <CopyButton text={copied} label={label} />
    </div>
  )
}
