// Compares the outcome of each upload with what it must be. Sums would hide a talent that is lost beside one that is
// doubled, and a talent that has another one's text.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { SmtpSink } from '@gatehouse/testkit/start-smtp-sink'

export type Upload = { documentId: string; fileName: string; text: string; isRefused: boolean }

type Outcomes = {
  uploads: readonly Upload[]
  postgres: Pick<Postgres, 'query'>
  sink: Pick<SmtpSink, 'mails'>
}

type DocumentRow = { id: string; status: string; file_name: string; talent_text: string | null }
type MailRow = { idempotency_key: string; message_id: string | null; status: string }

export async function judgeUploads({ uploads, postgres, sink }: Outcomes) {
  const { rows: documents } = await postgres.query<DocumentRow>(
    `select d.id, d.status, d.file_name, t.source_text as talent_text
       from documents d left join talents t on t.company_id = d.company_id and t.id = d.talent_id`,
  )
  const { rows: mails } = await postgres.query<MailRow>(
    'select idempotency_key, message_id, status from mails',
  )
  const { rows: strays } = await postgres.query<{ id: string }>(
    'select id from talents where id not in (select talent_id from documents where talent_id is not null)',
  )
  const byDocument = new Map(documents.map((row) => [row.id, row]))
  const byKey = new Map(mails.map((row) => [row.idempotency_key, row]))
  const received = Map.groupBy(sink.mails, ({ content }) => /^Message-ID: (.+)$/m.exec(content)?.[1] ?? '')
  const keyOf = ({ documentId }: Upload) => `document-refused:${documentId}`

  function findFault(upload: Upload): string | undefined {
    const document = byDocument.get(upload.documentId)
    const mail = byKey.get(keyOf(upload))
    if (document?.file_name !== upload.fileName) return 'has no document'
    if (!upload.isRefused) {
      if (document.status !== 'PARSED') return `is ${document.status}`
      if (document.talent_text?.trim() !== upload.text) return 'has no talent with its text'
      return mail && 'is a CV with a mail about a refusal'
    }
    if (document.status !== 'REFUSED') return `is ${document.status}`
    if (document.talent_text) return 'is refused and has a talent'
    if (mail?.status !== 'SENT' && mail?.status !== 'UNKNOWN') return `has a mail that is ${mail?.status}`
    const copies = received.get(mail.message_id ?? '') ?? []
    if (copies.length > 1) return `has a mail that was received ${copies.length} times`
    if (mail.status === 'SENT' && copies.length === 0)
      return 'has a mail that is recorded as sent and was not received'
    if (copies.some(({ content }) => !content.includes(upload.fileName)))
      return 'has a mail about another file'
    return undefined
  }

  const ownKeys = new Set(uploads.filter(({ isRefused }) => isRefused).map(keyOf))
  const ownIds = new Set(uploads.map(({ documentId }) => documentId))
  const ownMessages = new Set(mails.map(({ message_id: id }) => id))
  const wrong = [
    ...uploads.flatMap((upload) => {
      const fault = findFault(upload)
      return fault === undefined ? [] : [`${upload.fileName} ${fault}`]
    }),
    ...strays.map(({ id }) => `talent ${id} belongs to no document`),
    ...documents.filter(({ id }) => !ownIds.has(id)).map(({ id }) => `document ${id} was not uploaded`),
    ...mails
      .filter(({ idempotency_key: key }) => !ownKeys.has(key))
      .map(({ idempotency_key: key }) => `mail ${key} belongs to no refusal`),
    ...[...received.keys()].filter((id) => !ownMessages.has(id)).map((id) => `mail ${id} is not recorded`),
  ]
  return {
    wrong,
    mails: sink.mails.length,
    unknown: mails.filter(({ status }) => status === 'UNKNOWN').length,
  }
}
