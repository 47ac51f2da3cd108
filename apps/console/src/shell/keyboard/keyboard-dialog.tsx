import { Link } from '@tanstack/react-router'
import type { Page } from '../../pages/page.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { keyboardTexts as texts } from '../../words/en/keyboard.ts'
import { areShortcutsOn } from './shortcuts.ts'

type Shortcut = { keys: readonly string[]; does: string }

const everywhere: readonly Shortcut[] = [
  { keys: texts.searchKeys, does: texts.search },
  { keys: ['?'], does: texts.list },
  { keys: ['Esc'], does: texts.close },
  { keys: ['F6'], does: texts.toasts },
]

const inLists: readonly Shortcut[] = [
  { keys: ['j', '↓'], does: texts.next },
  { keys: ['k', '↑'], does: texts.previous },
  { keys: ['Home', 'End'], does: texts.ends },
  { keys: ['Enter'], does: texts.open },
]

const inPlots: readonly Shortcut[] = [
  { keys: ['←', '→'], does: texts.read },
  { keys: ['Shift', '←', '→'], does: texts.select },
  { keys: ['Enter'], does: texts.filter },
]

const onPages: readonly Shortcut[] = [
  { keys: texts.sendKeys, does: texts.send },
  { keys: ['/'], does: texts.searchTalents },
  { keys: ['[', ']'], does: texts.otherMatches },
  { keys: ['j', 'k'], does: texts.requirements },
]

/** `pages` are those that the user may open from here. */
export function KeyboardDialog({ pages, onClose }: { pages: readonly Page[]; onClose: () => void }) {
  const toPages = pages.flatMap(({ title, rail }) =>
    rail?.shortcut === undefined ? [] : [{ keys: ['g', rail.shortcut], does: title }],
  )
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className="stack">
        {areShortcutsOn() ? null : (
          <p className="soft">
            {texts.off} <Link to="/account">{texts.turnOn}</Link>
          </p>
        )}
        <ShortcutGroup title={texts.everywhere} shortcuts={everywhere} />
        <ShortcutGroup title={texts.goTo} shortcuts={toPages} />
        <ShortcutGroup title={texts.inLists} shortcuts={inLists} />
        <ShortcutGroup title={texts.inPlots} shortcuts={inPlots} />
        <ShortcutGroup title={texts.onPages} shortcuts={onPages} />
      </div>
    </Dialog>
  )
}

function ShortcutGroup({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  if (shortcuts.length === 0) return null
  return (
    <section>
      <h3 className="shortcut-title">{title}</h3>
      <dl className="shortcuts">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="shortcut">
            <dt>{does}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
