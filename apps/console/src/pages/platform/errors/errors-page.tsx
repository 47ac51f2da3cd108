import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Select } from '../../../parts/form/select.tsx'
import { type Column, Grid } from '../../../parts/grid/grid.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { formatSecond } from '../../../time/moments.ts'
import { errorsTexts as texts } from '../../../words/en/platform/errors.ts'
import { type ErrorGroupsResult, errorGroups } from './errors.generated.ts'
import { wordsOfGroup } from './words-of-group.ts'

type Found = NonNullable<ErrorGroupsResult['errorGroups']>
type ErrorGroup = Found['groups'][number]

const services = ['gateway', 'backend', 'ai-service'] as const

export function ErrorsPage() {
  const { service: given } = useSearch({ strict: false }) as { service?: unknown }
  const service = services.find((name) => name === given)
  const navigate = useNavigate()
  const asked = useAsked(errorGroups, { service }, { pollMs: 15_000 })
  return (
    <div className="page">
      <PageHead title={texts.title} text={texts.text} />
      <div className="stack">
        <fieldset className="filters">
          <legend className="visually-hidden">{texts.service}</legend>
          <Select
            label={texts.service}
            isLabelHidden
            value={service ?? ''}
            onChange={({ target: { value } }) =>
              void navigate({ to: '/admin/errors', search: value === '' ? {} : { service: value } })
            }
            options={[
              { value: '', label: texts.allServices },
              ...services.map((value) => ({ value, label: value })),
            ]}
          />
        </fieldset>
        <Loaded asked={asked}>
          {({ errorGroups: found }) => <Groups found={found} nowMs={asked.dataUpdatedAt} />}
        </Loaded>
      </div>
    </div>
  )
}

function Groups({ found, nowMs }: { found: Found | null; nowMs: number }) {
  const navigate = useNavigate()
  if (!found)
    return (
      <Notice tone="warn" title={texts.silent}>
        <p>{texts.silentText}</p>
      </Notice>
    )
  if (found.groups.length === 0)
    return (
      <div className="panel">
        <Empty icon="check" title={texts.none}>
          <p>{texts.noneText}</p>
        </Empty>
      </div>
    )
  return (
    <>
      <Grid
        label={texts.title}
        columns={columnsOf(found, nowMs)}
        rows={found.groups}
        idOf={({ fingerprint }) => fingerprint}
        onOpen={(group) =>
          void navigate({
            to: '/admin/logs',
            search: { level: 'error', service: group.service, words: wordsOfGroup(group) },
          })
        }
        heightMax={640}
      />
      <p className="list-foot">
        <span>
          {texts.summary(found.totalErrors.toLocaleString('en'), found.totalGroups.toLocaleString('en'))}
        </span>
        {found.searchedToTime === null ? null : (
          <span>
            {texts.searchedTo} <Moment at={found.searchedToTime} as="second" /> {texts.utc}
          </span>
        )}
      </p>
    </>
  )
}

function columnsOf({ oldestErrorAt }: Found, nowMs: number): readonly Column<ErrorGroup>[] {
  const fromMs = oldestErrorAt === null ? nowMs : Date.parse(oldestErrorAt)
  return [
    {
      name: 'message',
      title: texts.message,
      width: 'minmax(200px, 3fr)',
      cell: ({ message, code }) => (
        <>
          {message} {code === null ? null : <code className="soft">{code}</code>}
        </>
      ),
    },
    { name: 'service', title: texts.service, width: '104px', isMinor: true, cell: ({ service }) => service },
    {
      name: 'count',
      title: texts.count,
      width: '80px',
      isNumber: true,
      cell: ({ count }) => count.toLocaleString('en'),
    },
    {
      name: 'when',
      title: texts.when,
      width: '140px',
      isMinor: true,
      cell: (group) => <SeenStrip group={group} fromMs={fromMs} nowMs={nowMs} />,
    },
    {
      name: 'last',
      title: texts.last,
      width: '120px',
      cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} as="ago" />,
    },
  ]
}

type SeenStripProps = { group: ErrorGroup; fromMs: number; nowMs: number }

/** When the errors of a group were seen, between the oldest of all errors and now. */
function SeenStrip({ group: { firstSeenAt, lastSeenAt }, fromMs, nowMs }: SeenStripProps) {
  const [firstMs, lastMs] = [Date.parse(firstSeenAt), Date.parse(lastSeenAt)]
  const share = (ms: number) => ((ms - fromMs) / Math.max(1, nowMs - fromMs)) * 100
  const label = texts.span(
    formatSecond(new Date(firstMs), nowMs),
    `${formatSecond(new Date(lastMs), nowMs)} ${texts.utc}`,
  )
  return (
    <span className="seen-strip" role="img" aria-label={label} data-tip={label}>
      <span style={{ left: `${share(firstMs)}%`, width: `max(4px, ${share(lastMs) - share(firstMs)}%)` }} />
    </span>
  )
}
