import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import { describeCompanyNotice, parseNoticeContent } from './company-notice.ts'

export type CompanyNotice = Readonly<{
  id: string
  key: string
  kind: string
  subject: string
  text: string
  details: unknown
  createdAt: Date
}>

export type NoticePage = { companyId: string; limit: number; beforeId?: string | undefined }

/** Newest first: ids sort by time. */
export async function listCompanyNotices(
  database: Kysely<Tables>,
  { companyId, limit, beforeId }: NoticePage,
): Promise<CompanyNotice[]> {
  let query = database
    .selectFrom('company_notices')
    .select(['id', 'key', 'kind', 'details', 'created_at'])
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  const rows = await query.execute()
  return rows.map(({ id, key, kind, details, created_at: createdAt }) => {
    const content = parseNoticeContent(kind, details)
    const { subject, paragraphs } = content
      ? describeCompanyNotice(content)
      : { subject: kind, paragraphs: [] }
    return { id, key, kind, subject, text: paragraphs.join('\n\n'), details, createdAt }
  })
}
