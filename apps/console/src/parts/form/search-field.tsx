import { useEffect, useId, useState } from 'react'
import { Icon } from '../icon.tsx'

const pauseMs = 250

type SearchFieldProps = { label: string; value: string; onSearch: (text: string) => void }

/** Searches while the person types, as soon as they pause. The label is read aloud and shown while the field is empty. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  // The value changed elsewhere, such as by the back button.
  if (shown !== value) {
    setShown(value)
    setText(value)
  }
  useEffect(() => {
    if (text.trim() === value) return undefined
    const timer = window.setTimeout(() => onSearch(text.trim()), pauseMs)
    return () => window.clearTimeout(timer)
  }, [text, value, onSearch])
  return (
    <div className="find">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" />
      <input
        id={id}
        type="search"
        className="input"
        placeholder={label}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  )
}
