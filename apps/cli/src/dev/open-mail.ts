import { choosePort } from './choose-port.ts'
import { startPages } from './pages/start-pages.ts'

export type MailOptions = {
  /** The settings of the mail server; a sink takes its place where there are none. */
  mail: Record<string, string> | undefined
  consoleUrl: string | undefined
}

export type DevelopmentMail = {
  settings: Record<string, string>
  /** Where mails can be read; undefined if a configured mail server gets them. */
  pageUrl: string | undefined
  /** Where mails and the payment provider lead people. */
  consoleUrl: string
  announceBackend(url: string): void
}

// Where the backend expects the console unless CONSOLE_URL says otherwise.
const preferredPort = 8083
const sender = 'Gatehouse <gatehouse@demo.example>'

/** The mail server that is configured, or a sink whose mails can be read on a page. */
export async function openMail(
  { mail, consoleUrl }: MailOptions,
  scope: AsyncDisposableStack,
): Promise<DevelopmentMail> {
  const { startSmtpSink } = await import('@gatehouse/testkit/smtp-sink')
  const { readSunkMail } = await import('@gatehouse/testkit/smtp-sink')
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
    consoleUrl: consoleUrl ?? pages.url,
    announceBackend: pages.announceBackend,
  }
}
