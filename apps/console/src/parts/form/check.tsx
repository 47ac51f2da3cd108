import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

type CheckProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'type'> & {
  label: ReactNode
  hint?: ReactNode
}

export function Check({ label, hint, ...input }: CheckProps) {
  const id = useId()
  return (
    <div className="check">
      <input {...input} id={id} type="checkbox" aria-describedby={hint ? `${id}-hint` : undefined} />
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
