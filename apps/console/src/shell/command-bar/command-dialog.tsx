import { Autocomplete } from '@base-ui/react/autocomplete'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { apiReferenceUrl } from '../header/gateway-url.ts'
import { useAsked } from '../../graphql/use-asked.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import type { SessionUser } from '../../session/create-session.ts'
import { setTheme } from '../../theme.ts'
import { pageTitles } from '../../words/en/pages.ts'
import { commandTexts } from '../../words/en/shell.ts'
import { keyboardList } from '../open-state.ts'
import { pagesInRail } from '../rail.tsx'
import { type FrameData, useCompanyId } from '../use-frame.ts'
import { findAnything } from './command-bar.generated.ts'
import { addressOfFound } from './found-address.ts'

type Command = { key: string; label: string; detail?: string; icon: IconName; run: () => void }
type CommandGroup = { title: string; items: readonly Command[] }

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

type CommandDialogProps = { user: SessionUser; frame: FrameData | undefined; onClose: () => void }

export function CommandDialog(props: CommandDialogProps) {
  const { onClose } = props
  const [text, setText] = useState('')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const groups = useCommands(props, text)
  const run = (command: Command) => {
    onClose()
    command.run()
  }
  return (
    // A click on the element itself is a click on its backdrop. Escape does the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className="dialog command-bar"
      aria-label={commandTexts.label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <Autocomplete.Root
        open
        inline
        items={groups.map(({ title, items }) => ({ value: title, items }))}
        value={text}
        onValueChange={setText}
        itemToStringValue={(command: Command) => command.label}
        filter={null}
        autoHighlight="always"
        keepHighlight
      >
        <div className="command-input">
          <Icon name="search" />
          <Autocomplete.Input aria-label={commandTexts.label} placeholder={commandTexts.placeholder} />
        </div>
        <CommandList groups={groups} onRun={run} />
        {groups.length === 0 ? <p className="command-nothing">{commandTexts.nothing}</p> : null}
      </Autocomplete.Root>
    </dialog>
  )
}

type CommandListProps = { groups: readonly CommandGroup[]; onRun: (command: Command) => void }

function CommandList({ groups, onRun }: CommandListProps) {
  return (
    <Autocomplete.List className="command-list">
      {groups.map(({ title, items }) => (
        <Autocomplete.Group key={title} items={items} className="command-group">
          <Autocomplete.GroupLabel className="command-title">{title}</Autocomplete.GroupLabel>
          {items.map((command) => (
            <Autocomplete.Item
              key={command.key}
              value={command}
              className="command-item"
              onClick={() => onRun(command)}
            >
              <Icon name={command.icon} />
              <span>{command.label}</span>
              {command.detail === undefined ? null : <span className="soft small">{command.detail}</span>}
            </Autocomplete.Item>
          ))}
        </Autocomplete.Group>
      ))}
    </Autocomplete.List>
  )
}

/** Pages and actions whose name contains the text, and what the backend finds by it. */
function useCommands({ user, frame }: CommandDialogProps, text: string): CommandGroup[] {
  const { session } = useConsole()
  const navigate = useNavigate()
  // Beside a company, such as on the account page, it is the one that was open last.
  const companyId = useCompanyId() ?? frame?.company?.id
  const sought = useDeferredValue(text.trim())
  const found = useAsked(findAnything, { text: sought, companyId }, { isEnabled: sought.length >= 2 })
  const contains = ({ label }: Command) => label.toLowerCase().includes(text.trim().toLowerCase())
  const toPages: Command[] = [
    ...pagesInRail({ user, frame, companyId }).map(({ name, title, path, rail }) => ({
      key: name,
      label: title,
      icon: rail?.icon ?? ('home' as const),
      run: () => void navigate({ to: path.replace('$companyId', companyId ?? '') }),
    })),
    {
      key: 'account',
      label: pageTitles.account,
      icon: 'account',
      run: () => void navigate({ to: '/account' }),
    },
  ]
  const actions: Command[] = [
    { key: 'light', label: commandTexts.lightTheme, icon: 'device', run: () => setTheme('light') },
    { key: 'dark', label: commandTexts.darkTheme, icon: 'device', run: () => setTheme('dark') },
    { key: 'system', label: commandTexts.systemTheme, icon: 'device', run: () => setTheme('system') },
    { key: 'keyboard', label: commandTexts.keyboard, icon: 'keyboard', run: keyboardList.open },
    ...referenceCommand(),
    { key: 'logout', label: commandTexts.logOut, icon: 'logout', run: () => void session.logOut() },
  ]
  const things = (sought.length >= 2 ? (found.data?.find ?? []) : []).flatMap((thing): Command[] => {
    const address = addressOfFound(thing, user)
    if (address === undefined) return []
    const run = () => void navigate({ to: address })
    return [
      {
        key: thing.id,
        label: thing.title,
        icon: 'search',
        run,
        ...(thing.detail === null ? {} : { detail: thing.detail }),
      },
    ]
  })
  const toRequest = `/c/${companyId ?? ''}/calls`
  const isUnknownId = things.length === 0 && companyId !== undefined && !found.isFetching
  const lookUp = isUnknownId
    ? lookUpRequest(sought, (request) => void navigate({ to: toRequest, search: { request } }))
    : []
  return [
    { title: commandTexts.found, items: [...things, ...lookUp] },
    { title: commandTexts.pages, items: toPages.filter(contains) },
    { title: commandTexts.actions, items: actions.filter(contains) },
  ].filter(({ items }) => items.length > 0)
}

function referenceCommand(): Command[] {
  const url = apiReferenceUrl()
  if (url === undefined) return []
  const run = () => void window.open(url, '_blank', 'noreferrer')
  return [{ key: 'reference', label: commandTexts.reference, icon: 'external', run }]
}

/** A refused request did not become a call, so only the calls page can find it. */
function lookUpRequest(id: string, open: (requestId: string) => void): Command[] {
  if (!uuid.test(id)) return []
  const run = () => open(id.toLowerCase())
  return [{ key: 'request', label: commandTexts.lookUpRequest, detail: id, icon: 'search', run }]
}
