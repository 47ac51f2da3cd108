import { useConsole } from '../../../console-context.ts'
import { useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { type Column, Grid } from '../../../parts/grid/grid.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { tasksTexts as texts } from '../../../words/en/platform/tasks.ts'
import { type CompanyTasksResult, cancelTask, companyTasks, retryTask } from './tasks.generated.ts'
import { useTaskChange } from './use-task-change.ts'

type CompanyTask = CompanyTasksResult['backgroundTasks']['nodes'][number]

const tones: Partial<Record<CompanyTask['state'], BadgeTone>> = {
  FAILED: 'bad',
  RUNNING: 'accent',
  WAITING: 'neutral',
}

export function CompanyTaskList({ companyId }: { companyId: string }) {
  const { ask } = useConsole()
  const { asked, ...more } = useAskedPages(
    companyTasks,
    { companyId },
    { read: ({ backgroundTasks }) => backgroundTasks, topics: ['TASKS'] },
  )
  const { busy, fault, run } = useTaskChange(() => void asked.refetch())
  function change({ id, state }: CompanyTask): void {
    void run(id, async () => {
      const name = { companyId, taskId: id }
      if (state === 'FAILED') {
        await ask(retryTask, name)
        return texts.replayed(1)
      }
      await ask(cancelTask, name)
      return texts.cancelled
    })
  }
  return (
    <Loaded asked={asked}>
      {(data) =>
        data === undefined || data.rows.length === 0 ? (
          <div className="panel">
            <Empty icon="check" title={texts.noneOfCompany}>
              <p>{texts.noneOfCompanyText}</p>
            </Empty>
          </div>
        ) : (
          <>
            {fault ? <FaultNotice fault={fault} /> : null}
            <Grid
              label={texts.ofCompany}
              columns={columnsOf(busy, change)}
              rows={data.rows}
              idOf={({ id }) => id}
              total={data.hasMore ? -1 : data.rows.length}
              {...more}
            />
          </>
        )
      }
    </Loaded>
  )
}

function columnsOf(
  busy: string | undefined,
  onChange: (task: CompanyTask) => void,
): readonly Column<CompanyTask>[] {
  return [
    {
      name: 'enqueuedAt',
      title: texts.enqueuedAt,
      width: '140px',
      isMinor: true,
      cell: ({ enqueuedAt }) => <Moment at={enqueuedAt} as="second" />,
    },
    { name: 'kind', title: texts.kind, width: 'minmax(110px, 1fr)', cell: ({ kind }) => kind },
    {
      name: 'state',
      title: texts.state,
      width: '100px',
      cell: ({ state }) => <Badge tone={tones[state] ?? 'neutral'}>{texts.states[state] ?? state}</Badge>,
    },
    {
      name: 'attempts',
      title: texts.attempts,
      width: '84px',
      isNumber: true,
      isMinor: true,
      cell: ({ attempts }) => attempts,
    },
    {
      name: 'next',
      title: texts.next,
      width: '140px',
      isMinor: true,
      cell: ({ nextTryAt }) => (nextTryAt === null ? '' : <Moment at={nextTryAt} as="second" />),
    },
    {
      name: 'error',
      title: texts.error,
      width: 'minmax(120px, 1.6fr)',
      isMinor: true,
      cell: ({ lastError }) => lastError ?? '',
    },
    {
      name: 'actions',
      title: texts.actions,
      width: '88px',
      cell: (task) => (
        <Button
          size="s"
          aria-label={task.state === 'FAILED' ? texts.replayOf(task.kind) : texts.cancelOf(task.kind)}
          onClick={() => onChange(task)}
          isBusy={busy === task.id}
        >
          {task.state === 'FAILED' ? texts.replay : texts.cancelTask}
        </Button>
      ),
    },
  ]
}
