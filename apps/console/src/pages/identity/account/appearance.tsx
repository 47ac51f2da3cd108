import { useState } from 'react'
import { Check } from '../../../parts/form/check.tsx'
import { Segments } from '../../../parts/form/segments.tsx'
import { areShortcutsOn, setShortcutsOn } from '../../../shell/keyboard/shortcuts.ts'
import { readTheme, setTheme } from '../../../theme.ts'
import { accountTexts as texts } from '../../../words/en/identity/account.ts'

const themes = [
  { value: 'system', label: texts.system },
  { value: 'light', label: texts.light },
  { value: 'dark', label: texts.dark },
] as const

export function Appearance() {
  const [theme, setShown] = useState(readTheme)
  const [hasShortcuts, setShortcuts] = useState(areShortcutsOn)
  return (
    <div className="stack">
      <Segments
        label={texts.theme}
        value={theme}
        options={themes}
        onChange={(next) => {
          setTheme(next)
          setShown(next)
        }}
      />
      <Check
        label={texts.shortcuts}
        hint={texts.shortcutsHint}
        checked={hasShortcuts}
        onChange={({ target }) => {
          setShortcutsOn(target.checked)
          setShortcuts(target.checked)
        }}
      />
    </div>
  )
}
