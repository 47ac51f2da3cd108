import { useSyncExternalStore } from 'react'
import { Button, IconButton } from '../../parts/form/button.tsx'
import { trayTexts } from '../../words/en/shell.ts'
import { type TrayItem, tray } from './tray-store.ts'

export function Tray() {
  const items = useSyncExternalStore(tray.subscribe, tray.items)
  return (
    <section className="tray" aria-label={trayTexts.label} hidden={items.length === 0}>
      <ul role="status">
        {items.map((item) => (
          <TrayRow key={item.id} item={item} />
        ))}
      </ul>
    </section>
  )
}

export function TrayRow({ item }: { item: TrayItem }) {
  const { id, title, state, text, share, href, onCancel } = item
  return (
    <li className="tray-item" data-state={state}>
      <div className="tray-text">
        <p className="tray-title">{title}</p>
        <p className="soft small figures">{text}</p>
      </div>
      {href === undefined ? null : <a href={href}>{trayTexts.open}</a>}
      {state === 'running' && onCancel ? (
        <Button size="s" kind="quiet" onClick={onCancel}>
          {trayTexts.cancel}
        </Button>
      ) : null}
      {state === 'running' ? null : (
        <IconButton icon="close" label={trayTexts.dismiss(title)} onClick={() => tray.dismiss(id)} />
      )}
      {share === undefined ? null : <progress className="tray-progress" value={share} aria-label={title} />}
    </li>
  )
}
