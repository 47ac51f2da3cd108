import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Select } from '../../../parts/form/select.tsx'
import { type Column, Grid } from '../../../parts/grid/grid.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { workTexts as texts } from '../../../words/en/recruiting/work.ts'
import { TaskState, nameOfStep } from './task-state.tsx'
import { useTaskChange } from './use-task-change.ts'
import { type WorkResult, work } from './work.generated.ts'

type Task = WorkResult['backgroundTasks']['nodes'][number]

const states = ['WAITING', 'RUNNING', 'FAILED'] as const
const readTasks = (result: WorkResult) => result.backgroundTasks
/** Where the object of a task has its page. */
const places: Readonly<Record<string, string>> = { document: 'documents', job: 'jobs', meeting: 'meetings' }

export function WorkPage() {
  const companyId = useCompanyId() ?? ''
  const { state: given } = useSearch({ strict: false }) as { state?: unknown }
  const state = states.find((one) => one === given)
  const navigate = useNavigate()
  const isAdmin = useFrame().data?.balance !== undefined
  const changes = useTaskChange(companyId)
  const { asked, ...more } = useAskedPages(
    work,
    { companyId, state: state ?? null },
    { read: readTasks, topics: ['TASKS'] },
  )
  const open = ({ subjectKind, subjectId }: Task) => {
    const place = places[subjectKind ?? '']
    if (place !== undefined && subjectId !== null)
      void navigate({ to: `/c/${companyId}/${place}/${subjectId}` })
  }
  return (
    <div className="page">
      <PageHead title={texts.title} text={texts.text} />
      <div className="stack">
        <StateFilter
          state={state}
          onChange={(next) => void navigate({ to: `/c/${companyId}/work`, search: next })}
        />
        {changes.fault ? <FaultNotice fault={changes.fault} /> : null}
        <Loaded asked={asked} skeleton={<Skeleton lines={9} height={32} />}>
          {(data) =>
            data === undefined || data.rows.length === 0 ? (
              <NoWork companyId={companyId} isFiltered={state !== undefined} />
            ) : (
              <Grid
                label={texts.title}
                columns={isAdmin ? [...columns, actionColumn(changes)] : columns}
                rows={data.rows}
                idOf={({ id }) => id}
                total={data.hasMore ? -1 : data.rows.length}
                onOpen={open}
                heightMax={640}
                {...more}
              />
            )
          }
        </Loaded>
        {isAdmin ? null : <p className="soft small">{texts.onlyAdmins}</p>}
      </div>
    </div>
  )
}

function NoWork({ companyId, isFiltered }: { companyId: string; isFiltered: boolean }) {
  return (
    <div className="panel">
      <Empty
        icon="check"
        title={isFiltered ? texts.noneMatch : texts.none}
        action={
          <Link className="button" to={`/c/${companyId}/${isFiltered ? 'work' : 'documents'}`}>
            {isFiltered ? texts.showAll : texts.toDocuments}
          </Link>
        }
      >
        {isFiltered ? null : <p>{texts.noneText}</p>}
      </Empty>
    </div>
  )
}

type FilterProps = {
  state: (typeof states)[number] | undefined
  onChange: (search: { state?: string }) => void
}

function StateFilter({ state, onChange }: FilterProps) {
  return (
    <fieldset className="filters">
      <legend className="visually-hidden">{texts.filters}</legend>
      <Select
        label={texts.state}
        isLabelHidden
        value={state ?? ''}
        onChange={({ target: { value } }) => onChange(value === '' ? {} : { state: value })}
        options={[
          { value: '', label: texts.allStates },
          ...states.map((value) => ({ value, label: texts.states[value] })),
        ]}
      />
    </fieldset>
  )
}

const columns: readonly Column<Task>[] = [
  {
    name: 'what',
    title: texts.what,
    width: 'minmax(130px, 1.4fr)',
    cell: ({ kind }) => texts.kinds[kind] ?? kind,
  },
  { name: 'state', title: texts.state, width: '96px', cell: (task) => <TaskState {...task} /> },
  {
    name: 'step',
    title: texts.step,
    width: 'minmax(120px, 1fr)',
    isMinor: true,
    cell: ({ step }) => (step === null ? <span className="soft">{texts.noStep}</span> : nameOfStep(step)),
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
    name: 'nextTry',
    title: texts.nextTry,
    width: '136px',
    isMinor: true,
    cell: ({ nextTryAt }) => (nextTryAt === null ? null : <Moment at={nextTryAt} as="second" />),
  },
  {
    name: 'lastError',
    title: texts.lastError,
    width: 'minmax(120px, 1.6fr)',
    isMinor: true,
    cell: ({ lastError }) => lastError,
  },
]

function actionColumn({ retry, cancel, busy }: ReturnType<typeof useTaskChange>): Column<Task> {
  return {
    name: 'change',
    title: texts.change,
    width: '124px',
    cell: ({ id, state, kind }) => {
      if (state === 'FAILED')
        return (
          <Button size="s" isBusy={busy === id} onClick={() => void retry(id)}>
            {texts.retry}
          </Button>
        )
      // A deletion was promised and cannot be cancelled.
      if (kind === 'delete-document') return null
      return (
        <Button size="s" isBusy={busy === id} onClick={() => void cancel(id)}>
          {texts.cancelShort}
        </Button>
      )
    },
  }
}
