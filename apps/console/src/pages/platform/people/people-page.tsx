import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { SearchField } from '../../../parts/form/search-field.tsx'
import { Grid } from '../../../parts/grid/grid.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { peopleTexts as texts } from '../../../words/en/platform/people.ts'
import { type PlatformPeopleResult, platformPeople } from './people.generated.ts'
import { type Person, personColumns } from './person-columns.tsx'
import { PersonDialog } from './person-dialog.tsx'

const readPeople = (result: PlatformPeopleResult) => result.users

export function PeoplePage() {
  const { email: raw } = useSearch({ strict: false }) as { email?: unknown }
  // The router reads a text of digits as a number.
  const email = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : ''
  const navigate = useNavigate()
  const onSearch = useCallback(
    (text: string) =>
      void navigate({ to: '/admin/people', search: text === '' ? {} : { email: text }, replace: true }),
    [navigate],
  )
  const [openedId, setOpenedId] = useState<string>()
  const { asked, ...more } = useAskedPages(
    platformPeople,
    { emailContains: email === '' ? null : email },
    { read: readPeople },
  )
  const opened = asked.data?.rows.find(({ id }) => id === openedId)
  return (
    <div className="page">
      <PageHead title={texts.title} text={texts.text} />
      <div className="stack">
        <div className="toolbar">
          <SearchField label={texts.search} value={email} onSearch={onSearch} />
        </div>
        <Loaded asked={asked} skeleton={<Skeleton lines={1} height={480} />}>
          {(data) =>
            data === undefined || data.rows.length === 0 ? (
              <NoneFits onShowAll={() => onSearch('')} />
            ) : (
              <Grid
                label={texts.list}
                columns={personColumns}
                rows={data.rows}
                idOf={({ id }) => id}
                onOpen={({ id }: Person) => setOpenedId(id)}
                total={data.hasMore ? -1 : data.rows.length}
                {...more}
              />
            )
          }
        </Loaded>
      </div>
      {opened ? (
        <PersonDialog
          person={opened}
          onChanged={() => void asked.refetch()}
          onClose={() => setOpenedId(undefined)}
        />
      ) : null}
    </div>
  )
}

function NoneFits({ onShowAll }: { onShowAll: () => void }) {
  return (
    <div className="panel">
      <Empty icon="talents" title={texts.none} action={<Button onClick={onShowAll}>{texts.showAll}</Button>}>
        <p>{texts.noneText}</p>
      </Empty>
    </div>
  )
}
