import { type FormEvent, useEffect, useId, useRef } from 'react'
import { IconButton } from '../../../parts/form/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { isShortcut } from '../../../shell/keyboard/shortcuts.ts'
import { talentsTexts as texts } from '../../../words/en/recruiting/talents.ts'

type SearchFieldProps = { words: string; onSearch: (words: string) => void }

const wordsLengthMax = 200

/** The slash key leads here from anywhere on the page. */
export function SearchField({ words, onSearch }: SearchFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [])
  function search(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    onSearch(input.current?.value.trim() ?? '')
  }
  return (
    <form role="search" className="word-search" onSubmit={search}>
      <Icon name="search" />
      <label className="visually-hidden" htmlFor={id}>
        {texts.search}
      </label>
      <input
        // The address decides what is searched for, also after going back.
        key={words}
        ref={input}
        id={id}
        className="input"
        type="search"
        defaultValue={words}
        placeholder={`${texts.search}: ${texts.searchHint}`}
        maxLength={wordsLengthMax}
        autoComplete="off"
        aria-keyshortcuts="/"
      />
      {words === '' ? (
        <kbd aria-hidden="true">{texts.searchKey}</kbd>
      ) : (
        <IconButton icon="close" label={texts.clearSearch} onClick={() => onSearch('')} />
      )}
    </form>
  )
}
