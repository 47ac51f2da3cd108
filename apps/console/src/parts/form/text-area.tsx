import { type TextareaHTMLAttributes, type ReactNode, useId } from 'react'

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> & {
  label: string
  hint?: ReactNode
  fault?: string | undefined
}

/** A text of several lines. */
export function TextArea({ label, hint, fault, ...area }: TextAreaProps) {
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <div className="field-head">
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
