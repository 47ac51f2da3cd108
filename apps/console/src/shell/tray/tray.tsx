import { Link } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from '../../parts/form/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { trayTexts } from '../../words/en/shell.ts'
import { type TrayItem, type TrayPart, tray } from './tray-store.ts'

export function Tray() {
  const items = useSyncExternalStore(tray.subscribe, tray.items)
  return (
    <section className="tray" aria-label={trayTexts.label} hidden={items.length === 0}>
      <div role="status">
        <ul>
          {items.map((item) => (
            <TrayRow key={item.id} item={item} />
          ))}
        </ul>
      </div>
    </section>
  )
}

export function TrayRow({ item }: { item: TrayItem }) {
  const { id, title, state, text, share, parts, href, onCancel } = item
  const [isOpen, setOpen] = useState(true)
  return (
    <li className="tray-item" data-state={state}>
      <div className="tray-text">
        <p className="tray-title">{title}</p>
        <p className="soft small figures">{text}</p>
      </div>
      {href === undefined ? null : <Link to={href}>{trayTexts.open}</Link>}
      {parts ? (
        <button
          type="button"
          className="icon-button tray-toggle"
          aria-expanded={isOpen}
          aria-label={isOpen ? trayTexts.hideFiles : trayTexts.showFiles}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevron" />
        </button>
      ) : null}
      {state === 'running' && onCancel ? (
        <Button size="s" kind="quiet" onClick={onCancel}>
          {trayTexts.cancel}
        </Button>
      ) : null}
      {state === 'running' ? null : (
        <IconButton icon="close" label={trayTexts.dismiss(title)} onClick={() => tray.dismiss(id)} />
      )}
      {parts && isOpen ? <TrayParts title={title} parts={parts} /> : null}
      {share === undefined ? null : <progress className="tray-progress" value={share} aria-label={title} />}
    </li>
  )
}

/** It scrolls, so the keyboard must be able to reach it. What becomes of each file is not read aloud, but the sum is. */
function TrayParts({ title, parts }: { title: string; parts: readonly TrayPart[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="tray-parts" role="group" aria-label={trayTexts.files(title)} aria-live="off" tabIndex={0}>
      <ul>
        {parts.map(({ id, title: name, state, text, href }) => (
          <li key={id} className="tray-part" data-state={state}>
            <span className="tray-part-name" data-clipped>
              {href === undefined ? name : <Link to={href}>{name}</Link>}
            </span>
            <span className="tray-part-text">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
