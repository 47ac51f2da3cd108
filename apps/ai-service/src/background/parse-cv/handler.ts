// The CV worker: the text of a CV to the facts of its talent, by rules alone. Whoever the facts change for is enqueued for
// matching by the database, in the same transaction.
import { markParsed } from '@gatehouse/documents/advance-document'
import { parseCvTask } from '@gatehouse/documents/document-tasks'
import { readDocumentRow, readText } from '@gatehouse/documents/read-documents'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { readTalentText } from '@gatehouse/talents/read-talent-text'
import { saveTalents } from '@gatehouse/talents/save-talents'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'

export type ParseCvDeps = { postgres: Postgres }

const concurrencyMax = 4

export function parseCvHandler({ postgres }: ParseCvDeps): HandledKind {
  return handleTask(parseCvTask, {
    concurrencyMax,
    async work({ input: { companyId, documentId } }) {
      const document = await readDocumentRow(postgres, { companyId, id: documentId })
      const text = await readText(postgres, { companyId, id: documentId })
      const { talentId, createdAt } = document ?? {}
      if (document?.status !== 'READ' || !talentId || !createdAt || text === undefined) return undefined
      // "Present" in a CV is the month in which it was handed in, whenever it is read.
      const asOf = { year: createdAt.getUTCFullYear(), month: createdAt.getUTCMonth() + 1 }
      const facts = readTalentText(text, asOf)
      return async (tx) => {
        if (!(await markParsed(tx, document))) return
        await saveTalents(tx, [{ companyId, id: talentId, name: null, sourceText: text, facts }])
      }
    },
  })
}
