import { choosePort } from './choose-port.ts'
import { startPages } from './pages/start-pages.ts'

export type MailOptions = {
  /** Settings of the mail server; undefined to use a local sink. */
  mail: Record<string, string> | undefined
}

export type DevelopmentMail = {
  settings: Record<string, string>
  /** Page that shows the mails; undefined if a mail server is configured. */
  pageUrl: string | undefined
}

const preferredPort = 8083
const sender = 'Gatehouse <gatehouse@demo.example>'

/** Uses the configured mail server, or starts a sink whose mails are shown on a page. */
export async function openMail({ mail }: MailOptions, scope: AsyncDisposableStack): Promise<DevelopmentMail> {
  const { startSmtpSink } = await import('@gatehouse/testkit/start-smtp-sink')
  const { readSunkMail } = await import('@gatehouse/testkit/start-smtp-sink')
  const sink = mail ? undefined : scope.use(await startSmtpSink())
  const pages = scope.use(
    await startPages({
      port: await choosePort(preferredPort, scope),
      listMails: () => Promise.all((sink?.mails ?? []).map(readSunkMail)),
    }),
  )
  return {
    settings: sink ? { SMTP_URL: sink.url, MAIL_FROM: sender } : { ...mail },
    pageUrl: sink ? pages.url : undefined,
  }
}
