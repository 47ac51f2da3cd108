import type { Queryable } from '@gatehouse/postgres/create-postgres'

export const mailStatuses = ['QUEUED', 'SENT', 'REJECTED', 'FAILED', 'UNKNOWN'] as const

/** A mail without its texts, which may contain links with tokens. */
export type ListedMail = {
  id: string
  companyId: string | null
  template: string
  recipient: string
  subject: string
  status: (typeof mailStatuses)[number]
  deferrals: number
  lastAnswer: string | null
  createdAt: Date
  settledAt: Date | null
}

export type MailPage = {
  limit: number
  beforeId?: string | undefined
  companyId?: string | undefined
  status?: ListedMail['status'] | undefined
}

/** Newest first: ids sort by time. */
export async function listMails(
  postgres: Queryable,
  { limit, beforeId, companyId, status }: MailPage,
): Promise<ListedMail[]> {
  const { rows } = await postgres.query<ListedMail>(
    `select id, company_id as "companyId", template, recipient, subject, status, deferrals,
            last_answer as "lastAnswer", created_at as "createdAt", settled_at as "settledAt"
       from mails
      where ($1::uuid is null or id < $1) and ($2::uuid is null or company_id = $2)
        and ($3::mail_status is null or status = $3)
      order by id desc limit $4`,
    [beforeId ?? null, companyId ?? null, status ?? null, limit],
  )
  return rows
}
