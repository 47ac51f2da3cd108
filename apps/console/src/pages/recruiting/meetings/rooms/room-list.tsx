import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { Panel } from '../../../../parts/panel.tsx'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { roomTexts as texts } from '../../../../words/en/recruiting/meetings.ts'
import { type MeetingsAndRoomsResult, meetingsAndRooms, registerRoom, removeRoom } from './rooms.generated.ts'

type Room = MeetingsAndRoomsResult['meetingRooms'][number]

export function RoomList({ companyId, rooms }: { companyId: string; rooms: readonly Room[] }) {
  const [removed, setRemoved] = useState<string>()
  return (
    <Panel title={texts.title}>
      <div className="stack">
        <p className="soft small">{rooms.length === 0 ? texts.none : texts.text}</p>
        <ul className="skills">
          {rooms.map(({ name, ownerEmail }) => (
            <li key={name}>
              <div className="role">
                <div>
                  <p className="role-title">{name}</p>
                  <p className="soft small">
                    {ownerEmail === null ? texts.noOwner : texts.ownerOf(ownerEmail)}
                  </p>
                </div>
                <Button size="s" aria-label={texts.removeRoom(name)} onClick={() => setRemoved(name)}>
                  {texts.remove}
                </Button>
              </div>
            </li>
          ))}
        </ul>
        {removed === undefined ? null : (
          <RemoveRoom companyId={companyId} name={removed} onClose={() => setRemoved(undefined)} />
        )}
      </div>
    </Panel>
  )
}

export function RegisterRoom({ companyId, isPrimary }: { companyId: string; isPrimary: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind={isPrimary ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        {texts.register}
      </Button>
      {isOpen ? <RegisterDialog companyId={companyId} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function RegisterDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const { ask, queries } = useConsole()
  const form = useForm(['name', 'ownerEmail'], async (value) => {
    const ownerEmail = value('ownerEmail').trim()
    await ask(registerRoom, { companyId, name: value('name').trim(), ownerEmail: ownerEmail || null })
    await queries.invalidateQueries({ queryKey: [meetingsAndRooms.name] })
    onClose()
  })
  return (
    <Dialog title={texts.registerTitle} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Field
          name="name"
          label={texts.name}
          hint={texts.nameHint}
          fault={form.faultOf('name')}
          required
          autoComplete="off"
        />
        <Field
          name="ownerEmail"
          type="email"
          label={texts.owner}
          hint={texts.ownerHint}
          fault={form.faultOf('ownerEmail')}
          autoComplete="off"
        />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {texts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type RemoveProps = { companyId: string; name: string; onClose: () => void }

function RemoveRoom({ companyId, name, onClose }: RemoveProps) {
  const { ask, queries } = useConsole()
  const form = useForm([], async () => {
    await ask(removeRoom, { companyId, name })
    await queries.invalidateQueries({ queryKey: [meetingsAndRooms.name] })
    onClose()
  })
  return (
    <Dialog title={texts.removeTitle(name)} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="soft">{texts.removeText}</p>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="danger" isBusy={form.isBusy}>
            {texts.removeConfirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
