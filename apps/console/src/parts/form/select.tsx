import { type SelectHTMLAttributes, useId } from 'react'
import { Icon } from '../icon.tsx'

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'id' | 'children'> & {
  label: string
  /** The label is read aloud and not shown: for filters whose values explain themselves. */
  isLabelHidden?: boolean
  /** One that is disabled says something about the others. */
  options: readonly { value: string; label: string; isDisabled?: boolean }[]
}

/** The native element: it works with every assistive technology, keyboard and phone. */
export function Select({ label, isLabelHidden = false, options, ...select }: SelectProps) {
  const id = useId()
  return (
    <div className="field">
      <div className={isLabelHidden ? 'visually-hidden' : 'field-head'}>
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="select">
        <select {...select} id={id} className="input">
          {options.map(({ value, label: text, isDisabled = false }) => (
            <option key={value} value={value} disabled={isDisabled}>
              {text}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </div>
    </div>
  )
}
