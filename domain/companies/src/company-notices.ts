// Notices for the admins of a company: their data, their text, and writing and listing them. Payment notices are separate
// (`domain/billing`).
import type { EnqueueMailDeps } from '@gatehouse/mail/enqueue-mail'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Database } from '@gatehouse/schema/database'
import { z } from 'zod'
import { mailAdmins } from './mail-admins.ts'

const time = z.iso.datetime()

const detailSchemas = {
  /** The model work allowance is used up: CV parses, judgements and insights wait. Credits are decimal strings. */
  model_work_waits: z.object({ allowanceCredits: z.string(), renewsAt: time }),
  /** A key, or its company, abandoned more streams than allowed, so its streams are rejected for a while. */
  abandoned_streams: z.object({
    keyId: z.string(),
    keyName: z.string(),
    abandonedMax: z.number(),
    refusedUntil: time,
  }),
  /** The platform no longer sends events to an endpoint of the company. */
  event_endpoint_disabled: z.object({
    endpointId: z.string(),
    url: z.string(),
    because: z.enum(['FAILING', 'GONE']),
  }),
}

type CompanyNoticeKind = keyof typeof detailSchemas

/** A kind with its details. Timestamps are ISO strings, because details are stored as JSON. */
export type CompanyNoticeContent = {
  [Kind in CompanyNoticeKind]: { kind: Kind; details: z.output<(typeof detailSchemas)[Kind]> }
}[CompanyNoticeKind]

export type NoticeText = { subject: string; paragraphs: string[] }

export function describeCompanyNotice({ kind, details }: CompanyNoticeContent): NoticeText {
  switch (kind) {
    case 'model_work_waits':
      return {
        subject: 'Model work is paused',
        paragraphs: [
          `Your company has used its ${details.allowanceCredits} credits of model work for this month. You can still ` +
            'upload CVs, but parsing them, judging matches and writing insights are paused until ' +
            `${formatTime(details.renewsAt)}, when the allowance is renewed.`,
          'If you need it earlier, change to a larger plan or ask us to raise the allowance. Nothing is lost in the meantime.',
        ],
      }
    case 'abandoned_streams':
      return {
        subject: 'Streams of a key are rejected',
        paragraphs: [
          `Too many streams were abandoned: more than ${details.abandonedMax} a minute by one key, or many ` +
            `more by all keys of your company. Streams of the key ${details.keyName} (${details.keyId}) are rejected until ` +
            `${formatTime(details.refusedUntil)}; its other calls are not.`,
          'Read streams to their end, or limit the output with max_tokens. If you do not recognise this use, ' +
            'revoke the key.',
        ],
      }
    case 'event_endpoint_disabled':
      return {
        subject: 'An event endpoint is disabled',
        paragraphs: [
          details.because === 'GONE'
            ? `${details.url} answered 410 (Gone), so no more events are sent to it.`
            : `${details.url} has accepted no event for days, and an event was given up after three days of attempts. ` +
              'New events are no longer sent to it.',
          'Repair the receiver, enable the endpoint again and replay the deliveries that failed; eventDeliveries lists them. ' +
            'If you no longer need the endpoint, delete it.',
        ],
      }
  }
}

/**
 * Parses a stored notice, which another release may have written. Null if this release does not know the kind or its
 * details.
 */
export function parseNoticeContent(kind: string, details: unknown): CompanyNoticeContent | null {
  if (!isKind(kind)) return null
  const parsed = detailSchemas[kind].safeParse(details)
  return parsed.success ? ({ kind, details: parsed.data } as CompanyNoticeContent) : null
}

function isKind(kind: string): kind is CompanyNoticeKind {
  return Object.hasOwn(detailSchemas, kind)
}

function formatTime(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')} UTC`
}

export type NewCompanyNotice = CompanyNoticeContent & {
  companyId: string
  /** Identifies the occasion, such as `model_work_waits:2026-11`: a company gets at most one notice per key, ever. */
  key: string
}

/**
 * Writes the notice and queues one mail per admin in the transaction, once per key, however often and from however many
 * processes it is reported. Returns false if a notice with this key exists.
 * `queue` must list `sendMailTask` among its kinds, and must have been prepared if many transactions are open
 * concurrently.
 */
export async function writeCompanyNotice(
  deps: EnqueueMailDeps,
  tx: Queryable,
  notice: NewCompanyNotice,
): Promise<boolean> {
  const { companyId, key, kind, details } = notice
  const id = deps.ids.uuid()
  const { rows: inserted } = await tx.query(
    `insert into company_notices (id, company_id, key, kind, details) values ($1, $2, $3, $4, $5)
     on conflict (company_id, key) do nothing returning id`,
    [id, companyId, key, kind, JSON.stringify(details)],
  )
  if (inserted.length === 0) return false
  await mailAdmins(deps, tx, {
    companyId,
    key: `company-notice:${id}`,
    content: (companyName) => ({
      template: 'company-notice',
      values: { ...describeCompanyNotice(notice), companyName },
    }),
  })
  return true
}

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
  database: Database,
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
