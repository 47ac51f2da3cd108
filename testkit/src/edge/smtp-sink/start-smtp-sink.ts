// A mail server that keeps what it is given and can be told to fail, at the stage where it matters.
import { type AddressInfo, type Socket, createServer } from 'node:net'
import type { SmtpFault } from './smtp-fault.ts'
import { type SunkMail, serveSession } from './smtp-session.ts'

export type SmtpSink = AsyncDisposable & {
  url: string
  /** What arrived, whatever the client was told. */
  mails: readonly SunkMail[]
  connections(): number
  /** One delivery each, in this order; later ones are taken. */
  plan(...faults: SmtpFault[]): void
  /** Lets every held delivery go on. */
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
    // A client that goes away in the middle is no trouble of ours.
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
