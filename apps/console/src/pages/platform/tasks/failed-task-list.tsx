import { type ReactNode, useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Select } from '../../../parts/form/select.tsx'
import { type Column, Grid } from '../../../parts/grid/grid.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { tasksTexts as texts } from '../../../words/en/platform/tasks.ts'
import { QueuePanel } from './queue-panel.tsx'
import type { FailedTask } from './failed-task.ts'
import { TaskDialog } from './task-dialog.tsx'
import { failedTasks, replayTasks } from './tasks.generated.ts'
import { useTaskChange } from './use-task-change.ts'

type FailedTaskListProps = {
  kind: string | undefined
  onKind: (kind: string) => void
  onCompany: (companyId: string) => void
}

export function FailedTaskList({ kind, onKind, onCompany }: FailedTaskListProps) {
  const { ask } = useConsole()
  const { asked, ...more } = useAskedPages(failedTasks, { kind }, { read: ({ tasks }) => tasks })
  const { busy, fault, run } = useTaskChange(() => void asked.refetch())
  const [opened, setOpened] = useState<FailedTask>()
  const replay = (name: string, chosen: { taskIds?: readonly string[]; kind?: string }) =>
    run(name, async () => {
      const { replayTasks: ids } = await ask(replayTasks, chosen)
      setOpened(undefined)
      return texts.replayed(ids.length)
    })
  const dialog = opened ? (
    <TaskDialog
      task={opened}
      isBusy={busy === opened.id}
      onReplay={() => void replay(opened.id, { taskIds: [opened.id] })}
      onCompany={onCompany}
      onClose={() => setOpened(undefined)}
    />
  ) : null
  return (
    <Loaded asked={asked}>
      {(data) => {
        if (data === undefined) return null
        const queues = data.first.monitoringStats?.taskQueues ?? undefined
        return (
          <>
            <QueuePanel queues={queues} />
            {dialog}
            <section className="stack" aria-label={texts.failed}>
              <FailedHead>
                <KindSelect kind={kind} kinds={[...(queues ?? []), ...data.rows]} onKind={onKind} />
                {kind === undefined || data.rows.length === 0 ? null : (
                  <Button onClick={() => void replay('all', { kind })} isBusy={busy === 'all'}>
                    {texts.replayAll(kind)}
                  </Button>
                )}
              </FailedHead>
              {fault ? <FaultNotice fault={fault} /> : null}
              {data.rows.length === 0 ? (
                <NoTasks />
              ) : (
                <Grid
                  label={texts.failed}
                  columns={columnsOf({ busy, onReplay: ({ id }) => void replay(id, { taskIds: [id] }) })}
                  rows={data.rows}
                  idOf={({ id }) => id}
                  total={data.hasMore ? -1 : data.rows.length}
                  {...more}
                  onOpen={setOpened}
                />
              )}
            </section>
          </>
        )
      }}
    </Loaded>
  )
}

function FailedHead({ children }: { children: ReactNode }) {
  return (
    <div className="toolbar">
      <h2>{texts.failed}</h2>
      <div className="actions">{children}</div>
    </div>
  )
}

function NoTasks() {
  return (
    <div className="panel">
      <Empty icon="check" title={texts.none}>
        <p>{texts.noneText}</p>
      </Empty>
    </div>
  )
}

type KindSelectProps = {
  kind: string | undefined
  kinds: readonly { kind: string }[]
  onKind: (kind: string) => void
}

function KindSelect({ kind = '', kinds, onKind }: KindSelectProps) {
  const names = [...new Set([...kinds.map((each) => each.kind), ...(kind === '' ? [] : [kind])])].toSorted()
  return (
    <Select
      label={texts.kind}
      isLabelHidden
      value={kind}
      onChange={({ target }) => onKind(target.value)}
      options={[{ value: '', label: texts.allKinds }, ...names.map((value) => ({ value, label: value }))]}
    />
  )
}

type ColumnDeps = { busy: string | undefined; onReplay: (task: FailedTask) => void }

function columnsOf({ busy, onReplay }: ColumnDeps): readonly Column<FailedTask>[] {
  return [
    {
      name: 'failedAt',
      title: texts.failedAt,
      width: '140px',
      cell: ({ failedAt }) => <Moment at={failedAt} as="second" />,
    },
    { name: 'kind', title: texts.kind, width: 'minmax(120px, 1fr)', isMinor: true, cell: ({ kind }) => kind },
    { name: 'error', title: texts.error, width: 'minmax(110px, 2fr)', cell: ({ message }) => message },
    {
      name: 'attempts',
      title: texts.attempts,
      width: '84px',
      isNumber: true,
      isMinor: true,
      cell: ({ attempts }) => attempts,
    },
    {
      name: 'actions',
      title: texts.actions,
      width: '88px',
      cell: (task) => (
        <Button
          size="s"
          aria-label={texts.replayOf(task.kind)}
          onClick={() => onReplay(task)}
          isBusy={busy === task.id}
        >
          {texts.replay}
        </Button>
      ),
    },
  ]
}
