// A mail server that stores what it receives and can be made to fail at any stage of a delivery.
import { type AddressInfo, type Socket, createServer } from 'node:net'
import PostalMime from 'postal-mime'
import { type SmtpFault, type SunkMail, serveSession } from './smtp-session.ts'

export type SmtpSink = AsyncDisposable & {
  url: string
  /** All mails that arrived, whatever reply the client got. */
  mails: readonly SunkMail[]
  connections(): number
  /** Applies one fault to each of the next deliveries, in this order; later ones succeed. */
  plan(...faults: SmtpFault[]): void
  /** Lets every held delivery continue. */
  release(): void
}

export async function startSmtpSink({ port = 0 }: { port?: number } = {}): Promise<SmtpSink> {
  const mails: SunkMail[] = []
  const planned: SmtpFault[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  let held = Promise.withResolvers<void>()

  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.setEncoding('utf8')
    socket.on('close', () => sockets.delete(socket))
    const session = serveSession(socket, {
      fault: planned.shift(),
      keep: (mail) => void mails.push(mail),
      untilReleased: () => held.promise,
    })
    // A client that disconnects in the middle is not an error here.
    session.catch(() => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    connections: () => connections,
    plan: (...faults) => void planned.push(...faults),
    release() {
      held.resolve()
      held = Promise.withResolvers()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type ReadableMail = {
  to: string
  from: string
  subject: string
  /** Undefined if the mail has no date. */
  date: string | undefined
  text: string
}

/** The mail as a person would see it: decoded headers and text part. */
export async function readSunkMail({ from, to, content }: SunkMail): Promise<ReadableMail> {
  const { subject, date, text } = await PostalMime.parse(content)
  return { to: to.join(', '), from, subject: subject ?? '', date, text: text ?? '' }
}
