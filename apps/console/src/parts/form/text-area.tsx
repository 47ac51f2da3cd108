import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react'

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> & {
  label: string
  /** The label is read aloud and not shown, because what stands beside the field names it. */
  isLabelHidden?: boolean
  hint?: ReactNode
  fault?: string | undefined
}

/** Several lines of text. It grows with them as far as the style sheet lets it, and scrolls then. */
export function TextArea({ label, isLabelHidden = false, hint, fault, ...area }: TextAreaProps) {
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <div className={isLabelHidden ? 'visually-hidden' : 'field-head'}>
        <label htmlFor={id}>{label}</label>
      </div>
      <textarea
        {...area}
        id={id}
        className="input text-area"
        aria-invalid={fault ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {fault ? (
        <p className="field-fault" id={`${id}-fault`}>
          {fault}
        </p>
      ) : null}
    </div>
  )
}
