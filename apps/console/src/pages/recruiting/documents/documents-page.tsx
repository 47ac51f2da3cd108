import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Select } from '../../../parts/form/select.tsx'
import { Grid } from '../../../parts/grid/grid.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { useCompanyId } from '../../../shell/use-frame.ts'
import { documentsTexts as texts } from '../../../words/en/recruiting/documents.ts'
import { documentColumns } from './document-columns.tsx'
import {
  type DocumentsSearch,
  documentKinds,
  documentStatuses,
  readDocumentsSearch,
  writeDocumentsSearch,
} from './documents-search.ts'
import { type DocumentsResult, documents } from './documents.generated.ts'
import { DropZone } from './upload/drop-zone.tsx'

const readDocuments = (result: DocumentsResult) => result.documents

export function DocumentsPage() {
  const companyId = useCompanyId() ?? ''
  const search = readDocumentsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const { asked, ...more } = useAskedPages(
    documents,
    { companyId, status: search.status ?? null, kind: search.kind ?? null },
    { read: readDocuments, topics: ['DOCUMENTS', 'TASKS'] },
  )
  const onChange = (next: DocumentsSearch) =>
    void navigate({ to: `/c/${companyId}/documents`, search: writeDocumentsSearch(next) })
  const isFiltered = search.status !== undefined || search.kind !== undefined
  return (
    <div className="page">
      <PageHead title={texts.title} text={texts.text} />
      <Loaded asked={asked} skeleton={<Skeleton lines={9} height={32} />}>
        {(data) => {
          if (data === undefined) return null
          const { rows, hasMore, first } = data
          const isFirst = rows.length === 0 && !isFiltered
          return (
            <DropZone companyId={companyId} isFirst={isFirst}>
              {isFirst ? null : <DocumentFilters search={search} onChange={onChange} />}
              {rows.length > 0 ? (
                <Grid
                  label={texts.title}
                  columns={documentColumns(first.backgroundTasks.nodes)}
                  rows={rows}
                  idOf={({ id }) => id}
                  total={hasMore ? -1 : rows.length}
                  onOpen={({ id }) => void navigate({ to: `/c/${companyId}/documents/${id}` })}
                  heightMax={640}
                  {...more}
                />
              ) : isFiltered ? (
                <div className="panel">
                  <Empty icon="documents" title={texts.noneMatch}>
                    <p>{texts.noneMatchText}</p>
                  </Empty>
                </div>
              ) : null}
            </DropZone>
          )
        }}
      </Loaded>
    </div>
  )
}

type FiltersProps = { search: DocumentsSearch; onChange: (search: DocumentsSearch) => void }

function DocumentFilters({ search, onChange }: FiltersProps) {
  const { status, kind } = search
  return (
    <fieldset className="filters">
      <legend className="visually-hidden">{texts.filters}</legend>
      <Select
        label={texts.state}
        isLabelHidden
        value={status ?? ''}
        onChange={({ target: { value } }) =>
          onChange({ ...search, status: documentStatuses.find((one) => one === value) })
        }
        options={[
          { value: '', label: texts.allStates },
          ...documentStatuses.map((value) => ({ value, label: texts.states[value] })),
        ]}
      />
      <Select
        label={texts.kind}
        isLabelHidden
        value={kind ?? ''}
        onChange={({ target: { value } }) =>
          onChange({ ...search, kind: documentKinds.find((one) => one === value) })
        }
        options={[
          { value: '', label: texts.allKinds },
          ...documentKinds.map((value) => ({ value, label: texts.kindOptions[value] })),
        ]}
      />
      {status === undefined && kind === undefined ? null : (
        <Button kind="quiet" icon="close" onClick={() => onChange({})}>
          {texts.clear}
        </Button>
      )}
    </fieldset>
  )
}
