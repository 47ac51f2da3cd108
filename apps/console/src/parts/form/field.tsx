import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

type FieldFrame = {
  label: string
  /** Said before a mistake is made. */
  hint?: ReactNode
  /** What is wrong with the value, in words that say how to correct it. */
  fault?: string | undefined
  /** Shown at the end of the line of the label, such as a link. */
  aside?: ReactNode
}

type FieldProps = FieldFrame & Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'>

export function Field({ label, hint, fault, aside, ...input }: FieldProps) {
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <input
        {...input}
        id={id}
        className="input"
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
