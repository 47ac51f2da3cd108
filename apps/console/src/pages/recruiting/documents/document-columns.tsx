import type { Column } from '../../../parts/grid/grid.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { formatSize } from '../../../parts/text/file-size.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { documentsTexts as texts } from '../../../words/en/recruiting/documents.ts'
import { describeDocument } from './describe-document.ts'
import type { DocumentsResult } from './documents.generated.ts'

type Row = DocumentsResult['documents']['nodes'][number]
type Task = DocumentsResult['backgroundTasks']['nodes'][number]

/** `tasks` is the work under way; a document that is not among them is described by its status alone. */
export function documentColumns(tasks: readonly Task[]): readonly Column<Row>[] {
  const byDocument = new Map(tasks.map((task) => [task.subjectId, task]))
  const stateOf = (row: Row) => describeDocument(row, byDocument.get(row.id))
  return [
    {
      name: 'name',
      title: texts.name,
      width: 'minmax(140px, 2fr)',
      cell: ({ fileName }) => fileName,
    },
    {
      name: 'state',
      title: texts.state,
      width: 'minmax(132px, 1.2fr)',
      cell: (row) => {
        const { tone, word } = stateOf(row)
        return <Badge tone={tone}>{word}</Badge>
      },
    },
    {
      name: 'what',
      title: texts.what,
      width: 'minmax(160px, 2.4fr)',
      isMinor: true,
      cell: (row) => stateOf(row).detail,
    },
    { name: 'kind', title: texts.kind, width: '72px', isMinor: true, cell: ({ kind }) => texts.kinds[kind] },
    {
      name: 'size',
      title: texts.size,
      width: '84px',
      isNumber: true,
      isMinor: true,
      cell: ({ sizeBytes }) => formatSize(sizeBytes),
    },
    {
      name: 'uploaded',
      title: texts.uploaded,
      width: '116px',
      cell: ({ createdAt }) => <Moment at={createdAt} as="ago" />,
    },
  ]
}
